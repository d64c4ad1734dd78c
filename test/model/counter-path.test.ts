import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  counterMatches,
  counterMayMatch,
  findCounters,
  formatCounterPath,
  parseCounterPath,
} from '../../src/model/counter-path.ts'

describe('parseCounterPath', () => {
  it.each([
    ['\\\\A\\Processor(_Total)\\% Processor Time', 'A', 'Processor', '_Total', null, 0, '% Processor Time'],
    ['\\\\a.example.com\\Memory\\Pages/sec', 'a.example.com', 'Memory', null, null, 0, 'Pages/sec'],
    ['\\\\A\\Memory\\Cache Lifetime (s)', 'A', 'Memory', null, null, 0, 'Cache Lifetime (s)'],
    ['\\\\A\\Prozessor(0)\\Prozessorzeit (%)', 'A', 'Prozessor', '0', null, 0, 'Prozessorzeit (%)'],
    ['\\\\A\\Process(svchost#3)\\ID Process', 'A', 'Process', 'svchost#3', null, 3, 'ID Process'],
    ['\\\\A\\Thread(chrome/12#1)\\% User Time', 'A', 'Thread', 'chrome/12#1', 'chrome', 1, '% User Time'],
    [
      '\\\\A\\SMB Client Shares(\\x\\y (old))\\Reads/sec',
      'A',
      'SMB Client Shares',
      '\\x\\y (old)',
      null,
      0,
      'Reads/sec',
    ],
    ['\\Memory\\Pages/sec', null, 'Memory', null, null, 0, 'Pages/sec'],
    ['\\A\\Memory\\Pages/sec', 'A', 'Memory', null, null, 0, 'Pages/sec'],
    ['Processor(Total)\\Processor Time', null, 'Processor', 'Total', null, 0, 'Processor Time'],
    ['¥¥A¥PhysicalDisk(0 C:)¥Disk Reads/sec', 'A', 'PhysicalDisk', '0 C:', null, 0, 'Disk Reads/sec'],
  ])('%s', (text, machine, object, instance, parent, index, counter) => {
    expect(parseCounterPath(text)).toEqual({ machine, object, instance, parent, index, counter })
  })

  it.each(['', '\\', 'Memory', '\\\\', '\\\\A', '\\Memory\\', '(x)\\y', 'コメント'])('%s is no path', (text) => {
    expect(parseCounterPath(text)).toBeNull()
  })

  it('property: a path is what its parts say', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9 .%/äé能-]{1,12}$/).filter((text) => text.trim() === text && text !== '')
    fc.assert(
      fc.property(word, word, fc.option(word), word, (machine, object, instance, counter) => {
        const path = formatCounterPath({ object, instance, counter })
        expect(parseCounterPath(`\\\\${machine}${path}`)).toMatchObject({ machine, object, instance, counter })
        expect(parseCounterPath(path)).toMatchObject({ machine: null, object, instance, counter })
      }),
    )
  })

  it('property: any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
        expect(() => parseCounterPath(text)).not.toThrow()
        expect(typeof counterMatches(text, `\\${other}\\${text}`)).toBe('boolean')
      }),
    )
  })
})

describe('counterMatches', () => {
  // The spellings of a published report, and the paths of a log.
  it.each([
    ['\\Physicaldisk\\Disk Read Bytes/sec', '\\PhysicalDisk(_Total)\\Disk Read Bytes/sec'],
    ['\\PhysicalDisk¥Current Disk Queue Length', '\\PhysicalDisk(_Total)\\Current Disk Queue Length'],
    ['\\Processor(Total)\\Processor Time', '\\Processor(_Total)\\% Processor Time'],
    ['\\NetworkInterface(*)\\Bytes Sent/sec', '\\Network Interface(Intel[R] I219-V)\\Bytes Sent/sec'],
    ['\\Network Interface(intel*)\\Bytes * /sec', '\\Network Interface(Intel[R] I219-V)\\Bytes Sent/sec'],
    ['\\\\A\\Memory\\*', '\\Memory\\Available MBytes'],
    ['\\Memory\\Available MBytes', '\\\\A\\Memory\\Available MBytes'],
  ])('%s means %s', (pattern, path) => {
    expect(counterMatches(pattern, path)).toBe(true)
  })

  it.each([
    ['\\PhysicalDisk\\Disk Read Bytes/sec', '\\PhysicalDisk(0 C:)\\Disk Read Bytes/sec'],
    ['\\PhysicalDisk\\Disk Read Bytes/sec', '\\LogicalDisk(_Total)\\Disk Read Bytes/sec'],
    ['\\Processor(_Total)\\% Processor Time', '\\Processor Information(_Total)\\% Processor Time'],
    ['\\Processor(0)\\% Processor Time', '\\Processor(_Total)\\% Processor Time'],
    ['\\Memory(x)\\Pages/sec', '\\Memory\\Pages/sec'],
    ['\\\\A\\Memory\\Pages/sec', '\\\\B\\Memory\\Pages/sec'],
    ['\\Memory\\a*a', '\\Memory\\a'],
    ['nonsense', '\\Memory\\Pages/sec'],
  ])('%s does not mean %s', (pattern, path) => {
    expect(counterMatches(pattern, path)).toBe(false)
  })

  it('many wildcards take no time', () => {
    const path = `\\Memory\\${'a'.repeat(10_000)}`
    expect(counterMatches(`\\Memory\\${'*a'.repeat(2000)}*b`, path)).toBe(false)
  })
})

describe('findCounters', () => {
  const disks = ['\\PhysicalDisk(0 C:)\\Disk Reads/sec', '\\PhysicalDisk(1 D:)\\Disk Reads/sec']

  it('without an instance: the total, or the only one', () => {
    expect(
      findCounters('\\PhysicalDisk\\Disk Reads/sec', [...disks, '\\PhysicalDisk(_Total)\\Disk Reads/sec']),
    ).toEqual([2])
    expect(findCounters('\\PhysicalDisk\\Disk Reads/sec', disks.slice(0, 1))).toEqual([0])
  })

  it('several instances and no total: none, the pattern does not say which', () => {
    expect(findCounters('\\PhysicalDisk\\Disk Reads/sec', disks)).toEqual([])
    expect(findCounters('\\PhysicalDisk(*)\\Disk Reads/sec', disks)).toEqual([0, 1])
    expect(findCounters('\\PhysicalDisk(1*)\\Disk Reads/sec', disks)).toEqual([1])
  })
})

describe('counterMayMatch', () => {
  it('keeps all that findCounters needs to decide', () => {
    const paths = [
      '\\PhysicalDisk(0 C:)\\Disk Reads/sec',
      '\\PhysicalDisk(_Total)\\Disk Reads/sec',
      '\\PhysicalDisk(_Total)\\Disk Writes/sec',
      '\\Memory\\Available MBytes',
    ]
    const kept = (pattern: string): string[] => paths.filter((path) => counterMayMatch(pattern, path))
    expect(kept('\\PhysicalDisk\\Disk Reads/sec')).toEqual(paths.slice(0, 2))
    expect(kept('\\PhysicalDisk(_Total)\\Disk Reads/sec')).toEqual(paths.slice(1, 2))
    expect(kept('\\Memory\\Available MBytes')).toEqual(paths.slice(3))
  })
})
