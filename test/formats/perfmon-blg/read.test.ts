import { describe, expect, it } from 'vitest'
import type { ReadLog } from '../../../src/formats/read.ts'
import type { ReadOptions } from '../../../src/source/source.ts'
import { countsFor } from '../../helpers/blg-counts.ts'
import { europe, zoneOf, type BlgOptions } from '../../helpers/blg-clock.ts'
import { writeBlg, writeObjectBlg, type BlgCounter, type BlgObject } from '../../helpers/blg-writer.ts'
import { readBytes } from '../../helpers/check-format.ts'

const options: BlgOptions = {
  machine: 'LAB-02',
  start: '2012-02-01T10:00:00.000Z',
  interval: 2,
  bufferBytes: 1024,
}

const gauge = (path: string, values: readonly number[]): BlgCounter => ({
  path,
  type: 'RAWCOUNT',
  samples: values.map((value) => ({ n: BigInt(value) })),
})

const threads = gauge('\\System\\Threads', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
const many = gauge(
  '\\System\\Threads',
  Array.from({ length: 24 }, (_, i) => i + 1),
)

function read(bytes: Uint8Array, readOptions: ReadOptions = {}): Promise<ReadLog> {
  return readBytes(bytes, 'log.blg', readOptions)
}

function values(log: ReadLog, name: string): (number | null)[] {
  const series = log.runs[0]?.series.find((one) => one.name === name)
  if (series === undefined) throw new Error(`no series ${name}`)
  return Array.from(series.values, (value) => (Number.isNaN(value) ? null : value))
}

function rules(log: ReadLog): string[] {
  return log.problems.map(({ ruleId, severity, byte }) => `${severity} ${ruleId}${byte === null ? '' : ` ${byte}`}`)
}

/** A copy with some bytes changed. */
function patch(bytes: Uint8Array, at: number, ...replacement: number[]): Uint8Array {
  const copy = bytes.slice()
  copy.set(replacement, at)
  return copy
}

function buffer(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.subarray(1024 * index, 1024 * (index + 1))
}

describe('values', () => {
  it('come out as they were put in', async () => {
    const expected = [0, 12.5, 50, 100, 0]
    const disk = [0, 0.25, 1.5, 2, 0]
    const bytes = writeBlg(options, [
      {
        path: '\\Processor(_Total)\\% Processor Time',
        type: '100NSEC_TIMER_INV',
        samples: countsFor('100NSEC_TIMER_INV', expected, options),
      },
      {
        path: '\\PhysicalDisk(_Total)\\Avg. Disk Queue Length',
        type: '100NS_QUEUELEN',
        samples: countsFor('100NS_QUEUELEN', disk, options),
      },
    ])
    const log = await read(bytes)
    expect(log.problems).toEqual([])
    expect(values(log, '\\Processor(_Total)\\% Processor Time')).toEqual([null, 0.125, 0.5, 1, 0])
    expect(values(log, '\\PhysicalDisk(_Total)\\Avg. Disk Queue Length')).toEqual([null, 0.25, 1.5, 2, 0])
    expect([...log.runs[0]!.series[0]!.times]).toEqual([0, 2, 4, 6, 8])
    expect(log.runs[0]!.series[0]).toMatchObject({
      metric: 'cpuUtilization',
      unit: 'ratio',
      dimensions: { object: 'Processor', instance: '_Total', counter: '% Processor Time' },
      interval: 2,
    })
  })

  it('are in canonical units', async () => {
    const log = await read(
      writeBlg(options, [
        gauge('\\Memory\\Available MBytes', [2]),
        gauge('\\Network Interface(a)\\Current Bandwidth', [8000]),
      ]),
    )
    expect(log.runs[0]!.series.map(({ unit, values: [value] }) => [value, unit])).toEqual([
      [2 * 2 ** 20, 'B'],
      [1000, 'B/s'],
    ])
  })

  it('are missing where the status says so, and so is the rate after it', async () => {
    const samples = countsFor('BULK_COUNT', [0, 5, 5, 5, 5], options)
    samples[2] = { ...samples[2]!, status: 0xc0000bba }
    // PDH_CSTATUS_NEW_DATA is valid data.
    samples[4] = { ...samples[4]!, status: 1 }
    const log = await read(writeBlg(options, [{ path: '\\TCPv4\\Segments/sec', type: 'BULK_COUNT', samples }]))
    expect(values(log, '\\TCPv4\\Segments/sec')).toEqual([null, 5, null, null, 5])
    expect(rules(log)).toEqual(['info blg-values-without-data'])
  })

  it('are missing where a count falls, which is told once', async () => {
    const counter: BlgCounter = {
      path: '\\Process(_Total)\\Page Faults/sec',
      type: 'COUNTER',
      samples: [100n, 120n, 50n, 70n].map((n) => ({ n })),
    }
    const log = await read(writeBlg(options, [counter]))
    expect(values(log, counter.path)).toEqual([null, 10, null, 10])
    expect(log.problems.map(({ message }) => message)).toEqual([
      'Unexpected 1 falling counts of 1 counters, expected them to grow',
    ])
  })

  it('of a counter that is wanted are read, others are not', async () => {
    const bytes = writeBlg(options, [threads, gauge('\\System\\Processes', [5, 6])])
    const asked: string[] = []
    const log = await read(bytes, {
      wants: (name) => {
        asked.push(name)
        return name.endsWith('Processes')
      },
    })
    expect(log.runs[0]!.series.map(({ name }) => name)).toEqual(['\\System\\Processes'])
    // Asked once for each counter, not for each sample.
    expect(asked).toEqual(['\\System\\Threads', '\\System\\Processes'])
  })

  it('of a path that is logged twice are read once', async () => {
    const log = await read(writeBlg(options, [gauge('\\System\\Threads', [1, 2]), gauge('\\system\\threads', [8, 9])]))
    expect(log.runs[0]!.series).toHaveLength(1)
    expect(values(log, '\\System\\Threads')).toEqual([1, 2])
  })
})

describe('instances', () => {
  it('of a wildcard are numbered in order, come and go', async () => {
    const row = (...all: [string, number][]) => all.map(([name, n]) => [name, { n: BigInt(n) }] as const)
    const log = await read(
      writeBlg(options, [
        {
          path: '\\Process(*)\\Handle Count',
          type: 'RAWCOUNT',
          samples: [
            row(['a', 1], ['b', 2], ['a', 3]),
            row(['b', 4], ['a', 5], ['a', 6], ['a', 7]),
            row(),
            row(['a', 8]),
          ],
        },
      ]),
    )
    expect(log.problems).toEqual([])
    expect(log.runs[0]!.series.map(({ name }) => name)).toEqual(
      ['a', 'b', 'a#1', 'a#2'].map((name) => `\\Process(${name})\\Handle Count`),
    )
    expect(values(log, '\\Process(a)\\Handle Count')).toEqual([1, 5, null, 8])
    expect(values(log, '\\Process(b)\\Handle Count')).toEqual([2, 4, null, null])
    expect(values(log, '\\Process(a#1)\\Handle Count')).toEqual([3, 6, null, null])
    expect(values(log, '\\Process(a#2)\\Handle Count')).toEqual([null, 7, null, null])
  })

  it('never share a series, whatever their names', async () => {
    const names = ['a', 'a', 'a#1', 'a', 'a#1#1']
    const log = await read(
      writeBlg(options, [
        {
          path: '\\Process(*)\\Handle Count',
          type: 'RAWCOUNT',
          samples: [names.map((name, i) => [name, { n: BigInt(i) }] as const)],
        },
      ]),
    )
    const series = log.runs[0]!.series
    expect(new Set(series.map(({ name }) => name)).size).toBe(names.length)
    expect(series.map(({ values: [value] }) => value)).toEqual([0, 1, 2, 3, 4])
  })

  it('of a single counter have parent and number in their name', async () => {
    const log = await read(writeBlg(options, [gauge('\\Thread(explorer/3#1)\\ID Thread', [77])]))
    expect(log.runs[0]!.series[0]).toMatchObject({
      name: '\\Thread(explorer/3#1)\\ID Thread',
      dimensions: { instance: 'explorer/3#1' },
    })
  })

  it('of an object are named by their parent, or by number', async () => {
    const thread = (name: string, process: number) => ({ name, counts: [1n], parent: [230, process] as const })
    const log = await read(
      writeObjectBlg(options, [
        {
          index: 230,
          name: 'Process',
          counters: [{ index: 952, name: 'Handle Count', type: 'RAWCOUNT' }],
          samples: [
            [
              { name: 'x', counts: [1n], uniqueId: 17 },
              { name: 'cmd', counts: [2n] },
            ],
          ],
        },
        {
          index: 232,
          name: 'Thread',
          counters: [{ index: 46, name: 'Thread State', type: 'RAWCOUNT' }],
          samples: [[thread('0', 0), thread('0', 1), thread('1', 1), thread('0', 99)]],
        },
      ]),
    )
    expect(log.runs[0]!.series.map(({ dimensions }) => dimensions.instance)).toEqual([
      '17',
      'cmd',
      '17/0',
      'cmd/0',
      'cmd/1',
      '0',
    ])
  })
})

describe('whole objects', () => {
  const object: BlgObject = {
    index: 234,
    name: 'PhysicalDisk',
    counters: [
      { index: 198, name: 'Current Disk Queue Length', type: 'RAWCOUNT' },
      { index: 206, name: 'Avg. Disk sec/Transfer', type: 'AVERAGE_TIMER' },
      { index: 206, name: 'Avg. Disk sec/Transfer', type: 'AVERAGE_BASE' },
      { index: 7000, name: 'Strange', type: 0x7fffffff },
      { index: 7002, name: 'Multi', type: '100NSEC_MULTI_TIMER' },
      { index: 7002, name: 'Multi', type: 'MULTI_BASE', size: 4 },
      { index: 7004, name: 'Lone Average', type: 'AVERAGE_BULK' },
    ],
    // 3 s of waiting over 6 transfers; 4 s of 2 s on 4 processors.
    samples: [
      [{ name: '0 C:', counts: [3n, 10_000_000n, 4n, 0n, 0n, 4n, 0n] }],
      [{ name: '0 C:', counts: [4n, 40_000_000n, 10n, 0n, 40_000_000n, 4n, 0n] }],
    ],
  }

  it('use the counter after an average or fraction as its base, and hide it', async () => {
    const log = await read(writeObjectBlg(options, [object]))
    expect(log.runs[0]!.series.map(({ dimensions }) => dimensions.counter)).toEqual([
      'Current Disk Queue Length',
      'Avg. Disk sec/Transfer',
      'Multi',
    ])
    expect(values(log, '\\PhysicalDisk(0 C:)\\Avg. Disk sec/Transfer')).toEqual([null, 0.5])
    expect(values(log, '\\PhysicalDisk(0 C:)\\Multi')).toEqual([null, 50])
  })

  it('report counters of unknown type, or without their base, and give them no series', async () => {
    const log = await read(writeObjectBlg(options, [object]))
    expect(log.problems.map(({ message }) => message)).toEqual([
      'Unexpected type 7fffffff of counter \\PhysicalDisk\\Strange, expected a documented one',
      'Unexpected type 40020500 of counter \\PhysicalDisk\\Lone Average, expected a documented one',
    ])
  })

  it('come in English from a log in another language, well-known names at least', async () => {
    const german: BlgObject = {
      index: 234,
      name: 'Physischer Datenträger',
      counters: [
        { index: 198, name: 'Aktuelle Warteschlangenlänge', type: 'RAWCOUNT' },
        { index: 7000, name: 'Eigenes', type: 'RAWCOUNT' },
      ],
      samples: [[{ name: '_Total', counts: [3n, 4n] }]],
    }
    const log = await read(writeObjectBlg(options, [german]))
    expect(log.runs[0]!.series.map(({ name, dimensions }) => [name, dimensions.loggedName])).toEqual([
      [
        '\\PhysicalDisk(_Total)\\Current Disk Queue Length',
        '\\Physischer Datenträger(_Total)\\Aktuelle Warteschlangenlänge',
      ],
      ['\\PhysicalDisk(_Total)\\Eigenes', '\\Physischer Datenträger(_Total)\\Eigenes'],
    ])
  })

  it('keep the words of an English log', async () => {
    const names = [
      [6, '% Processor Time'],
      [230, 'Process'],
    ] as const
    const renamed = { ...object, counters: [{ index: 198, name: 'Disk Queue', type: 'RAWCOUNT' as const }] }
    const log = await read(writeObjectBlg(options, [renamed], names))
    expect(log.runs[0]!.series.map(({ name }) => name)).toEqual(['\\PhysicalDisk(0 C:)\\Disk Queue'])
  })

  it('give the same however records are cut into blocks and buffers', async () => {
    const whole = await read(writeObjectBlg({ ...options, bufferBytes: 65_536 }, [object]))
    for (const blockBytes of [8, 40, 100, 333]) {
      const log = await read(writeObjectBlg({ ...options, blockBytes }, [object]))
      expect(log.runs[0]!.series.map(({ values }) => values)).toEqual(whole.runs[0]!.series.map(({ values }) => values))
    }
  })
})

describe('names of a record log', () => {
  it('are in English where the dictionary knows them', async () => {
    const log = await read(
      writeBlg(options, [gauge('\\Arbeitsspeicher\\Verfügbare MB', [3]), gauge('\\Eigenes\\Zähler', [4])]),
    )
    expect(log.runs[0]!.series.map(({ name, metric, dimensions }) => [name, metric, dimensions.loggedName])).toEqual([
      ['\\Memory\\Available MBytes', 'memoryAvailable', '\\Arbeitsspeicher\\Verfügbare MB'],
      ['\\Eigenes\\Zähler', 'counter', undefined],
    ])
  })
})

describe('times', () => {
  it('go on through the end of summer time', async () => {
    const zone = zoneOf(60, 120, europe)
    const bytes = writeBlg({ ...options, zone, start: '2012-10-28T00:00:00.000Z', interval: 1800 }, [threads])
    const log = await read(bytes)
    const run = log.runs[0]!
    // Local: 2:00, 2:30, 2:00, 2:30, 3:00, …
    expect(run.start).toEqual({ local: '2012-10-28T02:00:00.000', offset: 120 })
    expect(run.end).toEqual({ local: '2012-10-28T06:30:00.000', offset: 60 })
    expect([...run.series[0]!.times]).toEqual(Array.from({ length: 12 }, (_, i) => 1800 * i))
    expect(log.problems).toEqual([])
  })

  it('tell a gap and a clock that was set back', async () => {
    const bytes = writeBlg(options, [threads])
    // The time of the sixth sample, at byte 16 of its event, an hour later.
    const at = [...bytes.keys()].filter((i) => bytes[i] === 34 && bytes[i + 1] === 0 && bytes[i - 1] === 0xc0)[5]! + 12
    const view = new DataView(bytes.buffer)
    view.setBigInt64(at, view.getBigInt64(at, true) + 36_000_000_000n, true)
    const log = await read(bytes)
    expect(rules(log).map((rule) => rule.split(' ').slice(0, 2).join(' '))).toEqual([
      'warning clock-set-back',
      'info gap',
    ])
    expect(log.runs[0]!.series[0]!.times[5]).toBe(10 + 3600)
  })

  it('have the offset that was asked for when the header is damaged', async () => {
    // Bias of 2³⁰ minutes: first field of the zone, at 0x68 + 56 + two pointers.
    const bytes = patch(writeBlg(options, [threads]), 0x68 + 56 + 16 + 3, 0x40)
    expect((await read(bytes)).runs[0]!.start!.offset).toBeNull()
    const log = await read(bytes, { offset: 540 })
    expect(log.runs[0]!.start).toEqual({ local: '2012-02-01T10:00:00.000', offset: 540 })
    expect(rules(log)).toEqual(['warning blg-zone-damaged 160'])
  })

  it('show the offset by which a counter was read, when the zone of the file differs', async () => {
    const bytes = writeBlg({ ...options, zone: zoneOf(330) }, [
      { path: '\\Processor(0)\\% Idle Time', type: '100NSEC_TIMER', samples: [{ n: 0n }, { n: 1n }] },
    ])
    // The bias in the header becomes 0; local time and UTC of the samples stay.
    const log = await read(patch(bytes, 0x68 + 56 + 16, 0, 0, 0, 0))
    expect(log.runs[0]!.start).toEqual({ local: '2012-02-01T15:30:00.000', offset: 330 })
  })
})

describe('damage', () => {
  const bytes = writeBlg(options, [many])
  const count = bytes.length / 1024

  it('of an unclosed log is a warning', async () => {
    const log = await read(writeBlg({ ...options, isClosed: false, eventsLost: 7 }, [many]))
    expect(rules(log)).toEqual(['warning blg-not-closed 120', 'warning blg-data-lost 152'])
    expect(log.runs[0]!.settings).toMatchObject({ closed: false, eventsLost: 7, buffersLost: 0 })
    expect(values(log, '\\System\\Threads')).toHaveLength(24)
  })

  it('of a buffer costs only that buffer', async () => {
    expect(count).toBeGreaterThan(3)
    const log = await read(patch(bytes, 2 * 1024, 1, 2, 3, 4))
    expect(rules(log)).toEqual(['error blg-buffer-damaged 2048', 'warning blg-buffers-missing 3096', 'info gap 3144'])
    const left = values(log, '\\System\\Threads')
    expect(left.length).toBeLessThan(24)
    expect(left.at(-1)).toBe(24)
  })

  it('tells a buffer that is missing', async () => {
    const log = await read(Buffer.concat([...[0, 1, 3].map((i) => buffer(bytes, i))]))
    expect(rules(log)[0]).toBe('warning blg-buffers-missing 2072')
    expect(values(log, '\\System\\Threads').slice(0, 2)).toEqual([1, 2])
  })

  it('of an event costs the rest of its buffer', async () => {
    // The second event of the second data buffer gets length 3.
    const length = bytes[2 * 1024 + 72]! + 256 * bytes[2 * 1024 + 73]!
    const at = 2 * 1024 + 72 + ((length + 7) & ~7)
    const log = await read(patch(bytes, at, 3, 0))
    expect(rules(log)).toEqual([`error blg-event-damaged ${at}`, 'info gap 3144'])
  })

  it('by compression is told with the way out', async () => {
    const flagged = await read(patch(bytes, 2 * 1024 + 0x34, 0x40))
    expect(rules(flagged)[0]).toBe('error blg-buffer-compressed 2048')
    const stated = await read(patch(bytes, 2 * 1024 + 0x2c, 5))
    expect(rules(stated)[0]).toBe('error blg-buffer-compressed 2048')
    expect(stated.problems[0]!.hint).toContain('relog')
  })

  it('by an unknown kind of buffer is told', async () => {
    expect(rules(await read(patch(bytes, 2 * 1024 + 0x36, 9)))[0]).toBe('error blg-buffer-unknown 2102')
  })

  it('at the end leaves the samples before it', async () => {
    const log = await read(bytes.subarray(0, 2 * 1024 + 500))
    expect(rules(log)).toEqual([`error blg-cut-off ${2 * 1024 + 500}`])
    expect(values(log, '\\System\\Threads').length).toBeGreaterThan(2)
  })

  it('in a record of several events is told with the place of the record', async () => {
    const long = writeBlg({ ...options, blockBytes: 16 }, [many])
    const log = await read(long.subarray(0, 1024 * 4))
    // The record begins in the buffer that is still there.
    expect(log.problems.at(-1)).toMatchObject({ ruleId: 'blg-record-incomplete' })
    expect(log.problems.at(-1)!.byte).toBeLessThan(1024 * 4)
    expect(log.problems.at(-1)!.byte).toBeGreaterThan(1024 * 3)
  })

  it('of the catalog makes the log unreadable, which is said', async () => {
    // The first data buffer holds the catalog.
    const log = await read(Buffer.concat([buffer(bytes, 0), buffer(bytes, 2), buffer(bytes, 3)]))
    expect(log.runs).toEqual([])
    expect(rules(log)).toContain('error blg-no-catalog')
  })

  it('of all samples leaves nothing, which is said', async () => {
    const log = await read(writeBlg(options, []))
    expect(log.runs).toEqual([])
    expect(rules(log)).toEqual(['error blg-no-samples'])
  })

  it('by a second log behind the first ends the reading', async () => {
    const log = await read(Buffer.concat([bytes, bytes]))
    expect(rules(log)).toEqual([`error blg-second-log ${bytes.length}`])
    expect(values(log, '\\System\\Threads')).toHaveLength(24)
  })

  it('between two buffers is told by their number', async () => {
    const log = await read(bytes.subarray(0, 2 * 1024))
    expect(rules(log)).toEqual(['error blg-cut-off 2048'])
  })

  it('marks by Windows are warnings', async () => {
    expect(rules(await read(patch(bytes, 2 * 1024 + 0x34, 0x02)))).toEqual(['warning blg-data-lost 2100'])
  })
})

describe('circular logs', () => {
  it('begin with the oldest sample', async () => {
    const bytes = writeBlg({ ...options, isCircular: true }, [
      threads,
      {
        path: '\\System\\Context Switches/sec',
        type: 'COUNTER',
        samples: countsFor(
          'COUNTER',
          Array.from({ length: 12 }, () => 5),
          options,
        ),
      },
    ])
    const view = new DataView(bytes.buffer)
    const last = bytes.length / 1024 - 1
    // Buffers 0 (header), 1 (catalog) and the last keep their places; the last but one comes before all other samples.
    const order = [0, 1, last, ...Array.from({ length: last - 2 }, (_, i) => i + 2)]
    for (let i = 0; i <= last; i++) expect(Number(view.getBigInt64(1024 * i + 0x18, true))).toBe(i)
    const log = await read(Buffer.concat(order.map((i) => buffer(bytes, i))))
    const inOrder = await read(bytes)
    const [start] = values(log, '\\System\\Threads')
    expect(values(log, '\\System\\Threads').filter((value) => value !== null)).toHaveLength(12)
    expect(log.runs[0]!.series[0]!.times.every((time, i, times) => i === 0 || time > times[i - 1]!)).toBe(true)
    expect(start).toBe(1)
    expect(values(inOrder, '\\System\\Threads')[0]).toBe(1)
    // Nothing is cooked across the seam.
    expect(values(log, '\\System\\Context Switches/sec').filter((value) => value !== null && value !== 5)).toEqual([])
  })
})

describe('several machines', () => {
  it('are told apart by a dimension', async () => {
    const bytes = writeBlg(options, [threads, gauge('\\System\\Processes', [1])])
    // The machine of the second entry becomes LAB-03.
    const text = Buffer.from('LAB-02', 'utf16le')
    const at = Buffer.from(bytes).lastIndexOf(text)
    const log = await read(patch(bytes, at + 10, '3'.charCodeAt(0)))
    expect(log.runs[0]!.system).toBeNull()
    expect(log.runs[0]!.series.map(({ dimensions }) => dimensions.machine)).toEqual(['LAB-02', 'LAB-03'])
  })
})

describe('other traces and logs', () => {
  it('of another provider are refused', async () => {
    const bytes = writeBlg(options, [threads])
    const other = Buffer.from(bytes)
    const provider = Buffer.from('b33b3f933e940d499ced3cbb14c14479', 'hex')
    for (let at = other.indexOf(provider); at >= 0; at = other.indexOf(provider)) other[at] = 0
    const log = await read(other)
    expect(log.runs).toEqual([])
    expect(rules(log)).toEqual(['error blg-other-trace 72'])
  })

  it.each([
    ['a.blg', 'This is BibTeX, Version 0.99d (TeX Live 2015)\nThe top-level auxiliary file: a.aux\n', 'bibtex-log'],
    ['a.blg', 'This is 8-bit Big BibTeX version 0.99c\n', 'bibtex-log'],
    ['a.blg', '[0] Config.pm:302> INFO - This is Biber 2.5\n', 'bibtex-log'],
    ['a.blg', '\0\0\0\0PERF\0\0\0\0\0\0\0\0', 'old-performance-log'],
    ['nt4.LOG', '\x01\0\0\0PERF\0\0\0\0\0\0\0\0', 'old-performance-log'],
  ])('%s that begins with %j is refused as %s', async (name, text, ruleId) => {
    const log = await readBytes(Buffer.from(text, 'latin1'), name)
    expect(log.format?.id).toBe('perfmon-refused')
    expect(log.runs).toEqual([])
    expect(log.problems.map((problem) => problem.ruleId)).toEqual([ruleId])
    expect(log.problems[0]!.hint).toMatch(/relog|Remove/)
  })

  it.each([
    ['notes.txt', 'This is a text about BibTeX\n'],
    ['data.bin', '\0\0\0\0\0\0\0\0\0\0\0\0\0\0'],
    ['wide.log', '\xff\xfeh\0e\0l\0l\0o\0 \0w\0o\0r\0l\0d\0'],
    ['empty.blg', ''],
  ])('%s is left to others', async (name, text) => {
    expect((await readBytes(Buffer.from(text, 'latin1'), name)).format).toBeNull()
  })
})
