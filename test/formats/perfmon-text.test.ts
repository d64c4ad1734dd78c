import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLog, type ReadLog } from '../../src/formats/read.ts'
import { counterMeaning } from '../../src/model/counter-meaning.ts'
import type { Series } from '../../src/model/result.ts'
import { statistics } from '../../src/model/statistics.ts'
import { Source, type ReadOptions } from '../../src/source/source.ts'
import { checkFormat, readBytes } from '../helpers/check-format.ts'
import { samplesFolder } from '../helpers/samples.ts'

const fixtures = join(import.meta.dirname, '../fixtures/perfmon')
const names = readdirSync(fixtures).filter((name) => /\.(?:csv|tsv|txt)$/.test(name) && !name.includes('golden'))

function readFixture(name: string, options: ReadOptions = {}, chunkBytes?: number): Promise<ReadLog> {
  return readBytes(readFileSync(join(fixtures, name)), name, options, chunkBytes)
}

function readText(text: string, options: ReadOptions = {}): Promise<ReadLog> {
  return readBytes(Buffer.from(text), 'log.csv', options)
}

function rules(log: ReadLog): string[] {
  return log.problems.map((problem) => problem.ruleId)
}

function series(log: ReadLog, name: string, run = 0): Series {
  const found = log.runs[run]!.series.filter((one) => one.name === name)
  expect(found.length, `series ${name}`).toBe(1)
  return found[0]!
}

const header = (...paths: string[]): string =>
  ['(PDH-CSV 4.0) (Tokyo Standard Time)(-540)', ...paths].map((cell) => `"${cell}"`).join(',') + '\r\n'
const row = (second: number, ...values: string[]): string =>
  [`06/18/2022 13:00:${String(second).padStart(2, '0')}.000`, ...values].map((cell) => `"${cell}"`).join(',') + '\r\n'

describe('fixtures', () => {
  it.each(names)('%s', async (name) => {
    await checkFormat(join(fixtures, name), 'perfmon-text')
  })

  // Values by hand: the fixtures are small enough to read.
  it('Japanese: path with backslash trail bytes, comment column, no offset', async () => {
    const log = await readFixture('cp932-cut-zone-comment.csv')
    const [run] = log.runs
    expect(run!.settings).toMatchObject({
      comment: '予備の説明、性能を記録します。',
      encoding: 'shift_jis',
      zoneName: null,
    })
    expect(run!.start).toEqual({ local: '2022-06-18T13:04:04.354', offset: null })
    const process = series(log, '\\Process(性能表示ソフト)\\% Processor Time')
    expect([...process.values]).toEqual([NaN, 0.255, 0.5])
    expect([...process.times]).toEqual([0, 1, 2])
    expect(process.dimensions).toEqual({
      object: 'Process',
      instance: '性能表示ソフト',
      counter: '% Processor Time',
    })
    expect(run!.series).toHaveLength(2)
  })

  it('an offset is given by the caller where the log has none, and ignored where it has one', async () => {
    const japanese = await readFixture('cp932-cut-zone-comment.csv', { offset: 540 })
    expect(japanese.runs[0]!.start!.offset).toBe(540)
    expect(rules(japanese)).not.toContain('truncated-time-zone')
    expect((await readFixture('gaps.csv', { offset: 0 })).runs[0]!.start!.offset).toBe(330)
  })

  it('German and Spanish names become English, the logged name stays', async () => {
    const german = await readFixture('german-cp1252.csv')
    const memory = series(german, '\\Memory\\Available MBytes')
    expect(memory.dimensions.loggedName).toBe('\\Arbeitsspeicher\\Verfügbare MB')
    expect([...memory.values]).toEqual([4000 * 2 ** 20, 3999 * 2 ** 20])
    expect(series(german, '\\Unbekanntes Objekt\\Anzahl Größen').dimensions.loggedName).toBeUndefined()
    expect(german.runs[0]!.system).toBe('BÜRO-1')
    const spanish = await readFixture('spanish-cp1252.tsv')
    expect(spanish.runs[0]!.start!.offset).toBe(120)
    expect([...series(spanish, '\\PhysicalDisk(_Total)\\Disk Transfers/sec').values]).toEqual([
      NaN,
      412.5,
      Number('6.5517253009876123e-5'),
    ])
    expect(series(spanish, '\\PhysicalDisk(_Total)\\% Idle Time').dimensions.loggedName).toBe(
      '\\Disco físico(_Total)\\% de tiempo inactivo',
    )
  })

  it('appended logs with other columns are two runs, with the same columns one with a gap', async () => {
    const other = await readFixture('appended-other-columns.csv')
    expect(other.runs.map((run) => run.series.length)).toEqual([2, 1])
    expect(other.runs.map((run) => run.origin.line)).toEqual([1, 4])
    const same = await readFixture('appended-same-columns.csv')
    expect([...series(same, '\\Memory\\Pages/sec').times]).toEqual([0, 1, 5400, 5401])
  })

  it('a truncated last record keeps its complete cells only', async () => {
    const log = await readFixture('truncated.csv')
    expect([...series(log, '\\Memory\\Available MBytes').values]).toEqual([10, 11, 12].map((v) => v * 2 ** 20))
    expect([...series(log, '\\Memory\\Pages/sec').values]).toEqual([1, 2, NaN])
    expect([...series(log, '\\Memory\\Cache Bytes').values]).toEqual([100, 200, NaN])
  })

  it('damage costs the damaged record or value and is told with its place', async () => {
    const log = await readFixture('damaged.csv')
    expect([...series(log, '\\Memory\\Pages/sec').values]).toEqual([1, NaN, NaN, 6.5, 8, 10, 11])
    expect([...series(log, '\\Memory\\Available MBytes').times]).toEqual([0, 3, 4, 5, 7, 9, 10])
    const places = Object.fromEntries(log.problems.map(({ ruleId, line, column }) => [ruleId, [line, column]]))
    expect(places).toMatchObject({
      'row-too-long': [4, 42],
      'invalid-number': [5, 32],
      'not-a-number': [6, 32],
      'decimal-comma': [7, 32],
      'invalid-time': [8, 1],
      'unexpected-text': [10, 1],
      'text-after-value': [12, 27],
    })
  })

  it('series that are not wanted are left out', async () => {
    const log = await readFixture('damaged.csv', { wants: (name) => name === '\\Memory\\Cache Bytes' })
    expect(log.runs[0]!.series.map(({ name }) => name)).toEqual(['\\Memory\\Cache Bytes'])
    const all = series(await readFixture('damaged.csv'), '\\Memory\\Cache Bytes')
    expect(log.runs[0]!.series[0]!.values).toEqual(all.values)
    expect(rules(log)).not.toContain('invalid-number')
    expect((await readFixture('gaps.csv', { wants: () => false })).runs[0]!.settings).toMatchObject({ samples: 8 })
  })
})

describe('what users of other tools have reported', () => {
  it('nmonvisualizer 26: an instance with a comma is one column', async () => {
    const log = await readFixture('paths.csv')
    expect(series(log, '\\Processor Information(0,_Total)\\% Processor Time').values[0]).toBe(0.5)
  })

  it('nmonvisualizer 36: a path with one leading backslash, with and without machine', async () => {
    const log = await readFixture('paths.csv')
    expect(series(log, '\\LogicalDisk(C:)\\Free Megabytes').values[0]).toBe(2 ** 30)
    expect(series(log, '\\Processor(_Total)\\% Processor Time').values[0]).toBe(0.75)
    expect(log.runs[0]!.system).toBe('server.example.com')
  })

  it('nmonvisualizer 80: repeated instances are legal and keep their numbers', async () => {
    const log = await readFixture('paths.csv')
    const found = log.runs[0]!.series.filter(({ name }) => name === '\\Process(svchost#3)\\Working Set')
    expect(found.map(({ values }) => values[0])).toEqual([2 ** 20, 2 ** 21])
  })

  it('PAL 72, 24, sensu 16: French names, whatever the case', async () => {
    const log = await readFixture('typeperf-french.txt')
    const cpu = series(log, '\\Processor(_Total)\\% Processor Time')
    expect(cpu.metric).toBe('cpuUtilization')
    expect(cpu.dimensions.loggedName).toBe('\\processeur(_total)\\% temps processeur')
    expect([...cpu.values]).toEqual([64.303526 / 100, 3.294592 / 100])
  })

  it('PAL 47: a column without any value does not stop the rest', async () => {
    const log = await readText(
      header('\\\\A\\Memory\\Pages/sec', '\\\\A\\Memory\\Cache Bytes') + row(0, ' ', '1') + row(1, ' ', '2'),
    )
    expect([...log.runs[0]!.series[0]!.values]).toEqual([NaN, NaN])
    expect([...log.runs[0]!.series[1]!.values]).toEqual([1, 2])
    expect(log.problems).toMatchObject([
      { ruleId: 'counter-without-values', severity: 'info', actual: '\\Memory\\Pages/sec' },
    ])
  })

  it('PAL 75: a short log is read', async () => {
    const one = await readText(header('\\\\A\\Memory\\Pages/sec') + row(0, '5'))
    expect(one.problems).toEqual([])
    expect([...one.runs[0]!.series[0]!.values]).toEqual([5])
    const none = await readText(header('\\\\A\\Memory\\Pages/sec'))
    expect(rules(none)).toEqual(['no-samples'])
    expect(none.runs[0]).toMatchObject({ start: null, end: null })
  })

  it('ezfio 9: numbers do not depend on a locale; unknown languages stay readable', async () => {
    const log = await readText(header('\\\\A\\FizikselDisk(_Total)\\Disk Okuma/sn') + row(0, ' ') + row(1, '12.5'))
    expect([...series(log, '\\FizikselDisk(_Total)\\Disk Okuma/sn').values]).toEqual([NaN, 12.5])
  })

  it('Icinga 232, nscp 237: umlauts are decoded, never question marks', async () => {
    const text =
      '"(PDH-CSV 4.0)","\\\\A\\Netzwerkadapter(x)\\Aktive TCP-Verbindungen für RSC"\r\n"01/02/2024 03:04:05.000","1"\r\n'
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]) {
      const log = await readBytes(bytes, 'log.csv')
      expect(log.runs[0]!.series[0]!.name).toBe('\\Network Adapter(x)\\Aktive TCP-Verbindungen für RSC')
    }
  })

  it('beats 9835: #n stays, and says which namesake', async () => {
    const paths = ['Code', 'Code#1', 'Code#2'].map((name) => `\\\\A\\Process(${name})\\Private Bytes`)
    const log = await readText(header(...paths) + row(0, '1', '2', '3'))
    expect(log.runs[0]!.series.map(({ dimensions, values }) => [dimensions.instance, values[0]])).toEqual([
      ['Code', 1],
      ['Code#1', 2],
      ['Code#2', 3],
    ])
  })

  it('digitalflapjack: the end of summer time goes on in real time, and the log ends with the offset of winter', async () => {
    const log = await readFixture('summer-time-end.csv')
    const [run] = log.runs
    expect([...run!.series[0]!.times]).toEqual([0, 15, 30, 45, 60.001])
    expect(run!.start).toEqual({ local: '2017-10-29T01:59:29.562', offset: 60 })
    expect(run!.end).toEqual({ local: '2017-10-29T01:00:29.563', offset: 0 })
  })

  it('a clock that was set back is told, and the records keep order and times', async () => {
    const log = await readFixture('clock-set-back.csv')
    expect([...log.runs[0]!.series[0]!.times]).toEqual([0, 10, 20, -700, -690])
    expect(log.problems).toMatchObject([{ ruleId: 'clock-set-back', line: 5 }])
  })

  it('mikelag: gaps stay gaps', async () => {
    const log = await readFixture('gaps.csv')
    expect([...log.runs[0]!.series[0]!.times]).toEqual([0, 1.015, 2, 3, 138, 139, 140.985, 142])
    expect(log.problems).toMatchObject([{ ruleId: 'gap', severity: 'info', line: 6 }])
  })

  it('dotnet diagnostics 1643: decimal commas between commas shift columns, so the record is not trusted', async () => {
    const log = await readFixture('resaved-comma.csv')
    expect([...series(log, '\\Processor(_Total)\\% Processor Time').values]).toEqual([0.13])
    expect(log.problems.filter(({ ruleId }) => ruleId === 'decimal-comma').map(({ line }) => line)).toEqual([2, 4])
  })
})

describe('logs that a spreadsheet has saved again', () => {
  it('semicolons, decimal commas, no seconds, three digits', async () => {
    const log = await readFixture('resaved-semicolon.csv')
    expect([...series(log, '\\Processor(_Total)\\% Processor Time').values]).toEqual([NaN, 0.125, 0.00125])
    expect([...series(log, '\\Process(x)\\Virtual Bytes').values]).toEqual([2.2e12, 2.2e12, 1234567])
    expect([...series(log, '\\Process(x)\\Virtual Bytes').times]).toEqual([0, 0, 60])
    expect(log.problems.map(({ ruleId, severity, line }) => [ruleId, severity, line])).toEqual([
      ['spreadsheet-resave', 'warning', 1],
      ['decimal-comma', 'error', 2],
      ['lost-precision', 'warning', 2],
      ['lost-seconds', 'warning', 2],
    ])
  })

  it.each([
    ['2022/06/18 13:04:05', '2022-06-18T13:04:05.000'],
    ['2022-06-18T13:04:05.25', '2022-06-18T13:04:05.250'],
    ['18.6.2022 13:04', '2022-06-18T13:04:00.000'],
    ['18/06/2022 13:04:05', '2022-06-18T13:04:05.000'],
    ['6/18/2022 1:04:05 PM', '2022-06-18T13:04:05.000'],
    ['6/18/2022 12:04:05 AM', '2022-06-18T00:04:05.000'],
  ])('reads the date %s', async (stamp, expected) => {
    const log = await readText(`(PDH-CSV 4.0),\\\\A\\Memory\\Pages/sec\n${stamp},1\n`)
    expect(log.runs[0]!.start!.local).toBe(expected)
  })

  it('a date that may be read two ways is told', async () => {
    const log = await readText('(PDH-CSV 4.0),\\\\A\\Memory\\Pages/sec\n3/4/2022 13:04:05,1\n3/4/2022 13:04:06,2\n')
    expect(log.runs[0]!.start!.local).toBe('2022-03-04T13:04:05.000')
    expect(rules(log)).toContain('ambiguous-date')
  })

  it('the last value of a file without line end may have lost digits', async () => {
    const log = await readText(
      '(PDH-CSV 4.0),\\\\A\\Memory\\Pages/sec\n06/18/2022 13:04:05.000,12\n06/18/2022 13:04:06.000,12.3',
    )
    expect([...log.runs[0]!.series[0]!.values]).toEqual([12])
    expect(rules(log)).toContain('truncated-row')
  })
})

describe('headers', () => {
  it('a column that is no counter is left out and told', async () => {
    const log = await readText(header('Anmerkung', '\\\\A\\Memory\\Pages/sec', '') + row(0, 'x', '1', ' '))
    expect(log.runs[0]!.series).toHaveLength(1)
    expect(log.problems).toMatchObject([{ ruleId: 'unknown-column', line: 1, column: 45 }])
  })

  it('a header that is cut off', async () => {
    const log = await readText('"(PDH-CSV 4.0)","\\\\A\\Memory\\Pages/sec","\\\\A\\Mem')
    expect(rules(log)).toEqual(['unterminated-quote', 'no-samples'])
  })

  it('another version is told', async () => {
    expect(rules(await readText('"(PDH-CSV 5.0)","\\\\A\\Memory\\Pages/sec"\r\n' + row(0, '1')))).toEqual([
      'unknown-version',
    ])
  })

  it('several machines in one log are told apart by a dimension', async () => {
    const log = await readText(header('\\\\A\\Memory\\Pages/sec', '\\\\B\\Memory\\Pages/sec') + row(0, '1', '2'))
    expect(log.runs[0]!.system).toBeNull()
    expect(log.runs[0]!.series.map(({ dimensions }) => dimensions.machine)).toEqual(['A', 'B'])
  })

  it('6,000 columns and more', async () => {
    const paths = Array.from({ length: 6000 }, (_, i) => `\\\\A\\Process(p#${i})\\Private Bytes`)
    const text = header(...paths) + [0, 1, 2].map((r) => row(r, ...paths.map((_, i) => String(i * 3 + r)))).join('')
    const log = await readText(text)
    expect(log.problems).toEqual([])
    expect(log.runs[0]!.series).toHaveLength(6000)
    expect([...log.runs[0]!.series[5999]!.values]).toEqual([17997, 17998, 17999])
  })

  it('is not taken from other formats', async () => {
    const log = await readText('Time,"(PDH-CSV 4.0)"\n')
    expect(log.format?.id).not.toBe('perfmon-text')
  })
})

describe('properties', () => {
  it.each(names)('%s: the size of chunks does not matter', async (name) => {
    const whole = await readFixture(name)
    for (const size of [1, 7, 64]) expect(await readFixture(name, {}, size)).toEqual(whole)
  })

  /** Values by time of day and series: a damaged copy may lack some, but has no others. */
  function known(log: ReadLog): Set<string> {
    return new Set(
      log.runs.flatMap(({ start, series: all }) =>
        all.flatMap(({ name, times, values }) =>
          [...values].map((value, i) => `${start?.local ?? ''}+${times[i]!} ${name} ${value}`),
        ),
      ),
    )
  }

  it.each(['truncated.csv', 'spanish-cp1252.tsv', 'utf16-le.csv', 'gaps.csv', 'typeperf-japanese.txt'])(
    '%s cut anywhere: no value that the whole does not have',
    async (name) => {
      const bytes = readFileSync(join(fixtures, name))
      const whole = known(await readFixture(name))
      const headerEnd = bytes.indexOf('\n', name === 'spanish-cp1252.tsv' || name.endsWith('.csv') ? 8 : 3)
      for (let length = headerEnd + 2; length < bytes.length; length++) {
        const log = await readBytes(bytes.subarray(0, length), name)
        for (const value of known(log)) {
          if (!value.endsWith('NaN')) expect(whole.has(value), `${length} bytes: ${value}`).toBe(true)
        }
      }
    },
  )

  it('any byte changed, or any bytes: never throws, and values are finite or missing', async () => {
    const originals = names.map((name) => readFileSync(join(fixtures, name)))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.nat(255),
        fc.uint8Array({ maxLength: 6 }),
        async (which, place, byte, inserted) => {
          const original = originals[which % originals.length]!
          const bytes = Buffer.from(original)
          bytes[place % bytes.length] = byte
          const at = (place * 7) % bytes.length
          const log = await readBytes(Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]), 'log.csv')
          for (const run of log.runs) {
            for (const { values } of run.series) {
              for (const value of values) expect(Math.abs(value)).not.toBe(Infinity)
            }
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['cells in the header', '"(PDH-CSV 4.0)"' + ',"\\\\A\\B\\C"'.repeat(300_000)],
    ['parentheses in the zone', `"(PDH-CSV 4.0) ${'('.repeat(1e6)}x","\\\\A\\B\\C"\r\n`],
    ['words in a path', `"(PDH-CSV 4.0)","\\\\A\\B\\${'kbytes '.repeat(2e5)}"\r\n`],
    ['digits in a value', header('\\\\A\\B\\C') + row(0, '1'.repeat(1e6) + 'x')],
    ['letters in a value', header('\\\\A\\B\\C') + row(0, '1.#' + 'A'.repeat(1e6) + '!')],
    ['cells in a row', header('\\\\A\\B\\C') + row(0, '1","'.repeat(5e5))],
    ['digits in a stamp', header('\\\\A\\B\\C') + '"' + '1'.repeat(1e6) + '","1"\r\n'],
    ['blanks in a row', header('\\\\A\\B\\C') + '"1' + ' '.repeat(1e6) + '","1"\r\n'],
  ])('a million %s are told, quickly', async (_, text) => {
    const start = performance.now()
    const log = await readText(text)
    expect(log.problems.length).toBeGreaterThan(0)
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('a log of 100 MB in bounded memory when few columns are wanted', async () => {
    const paths = Array.from({ length: 2000 }, (_, i) => `\\\\A\\Object(${i})\\Count`)
    const head = Buffer.from(header(...paths))
    const body = Buffer.from(row(0, ...paths.map((_, i) => `${i}.123456789`)))
    const rows = Math.ceil(1e8 / body.length)
    let peak = 0
    const before = process.memoryUsage().arrayBuffers
    const source = new Source({
      path: 'large.csv',
      head: head.subarray(0, 4096),
      options: { wants: (name) => name === '\\Object(1234)\\Count' },
      open: async function* () {
        yield head
        for (let i = 0; i < rows; i++) {
          yield body
          peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)
          await Promise.resolve()
        }
      },
    })
    const log = await readLog(source)
    const { values } = log.runs[0]!.series[0]!
    expect(values.length).toBe(rows)
    expect(values.every((value) => value === 1234.123456789)).toBe(true)
    expect(peak).toBeLessThan(8e6)
  })

  it('one byte changed: at most the value it is in is wrong, no other moves or changes', async () => {
    // Each value says where it belongs: row, then column.
    const columns = [1, 2, 3, 4, 5]
    const text =
      header(...columns.map((c) => `\\\\A\\Object\\c${c}`)) +
      Array.from({ length: 4 }, (_, r) => row(r, ...columns.map((c) => `${r + 10}${c}.${c}`))).join('')
    const start = text.indexOf('\n') + 1
    const isRight = (value: number, c: number, second: number): boolean =>
      Number.isNaN(value) || value === (second + 10) * 10 + c + c / 10
    for (let at = start; at < text.length; at++) {
      for (const byte of [' ', '"', ',', '\n', '.', '-', '7', 'e', ';', 'é', '\0']) {
        const log = await readText(text.slice(0, at) + byte + text.slice(at + 1))
        let wrong = 0
        for (const [i, { values, times }] of log.runs[0]!.series.entries()) {
          const base = Number(log.runs[0]!.start!.local.slice(17))
          for (const [k, value] of values.entries()) if (!isRight(value, i + 1, base + times[k]!)) wrong++
        }
        // A digit of a stamp for another digit moves its record in time: five values.
        const isInStamp = /^"[^"]*$/.test(lineStart(text, at))
        expect(wrong, `${at} ${JSON.stringify(byte)}`).toBeLessThanOrEqual(isInStamp ? 60 : 1)
      }
    }
  })

  /** The line up to a place. */
  function lineStart(text: string, at: number): string {
    return text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  }

  it('what is written is read back', async () => {
    const value = fc.oneof(fc.constant(NaN), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 40 }), async (rows) => {
        const cell = (number: number): string => (Number.isNaN(number) ? ' ' : String(number))
        const text =
          header('\\\\A\\System\\Threads', '\\\\A\\System\\Processes') +
          rows.map(([a, b], i) => row(i, cell(a), cell(b))).join('')
        const log = await readText(text)
        // Number(String(x)) is x but for the sign of zero, which a log cannot show.
        expect(log.runs[0]!.series.map(({ values }) => [...values].map((v) => v + 0))).toEqual([
          rows.map(([a]) => a + 0),
          rows.map(([, b]) => b + 0),
        ])
      }),
    )
  })
})

const samples = samplesFolder()

// Expected numbers: Python's csv module and float(), or where it says so awk, over the same files.
describe.skipIf(samples === null)('real logs', () => {
  const read = (name: string, options: ReadOptions = {}): Promise<ReadLog> =>
    readBytes(readFileSync(join(samples!, 'perfmon', name)), name, options)

  /** Counts and mean of a series in the unit of the model. */
  function facts({ values }: Series): { count: number; missing: number; min: number; mean: number; max: number } {
    const { count, missing, min, mean, max } = statistics(values)
    return { count, missing, min: min!, mean: mean!, max: max! }
  }

  it.each([
    [
      'ruflas_CESPL__Sesion3_DataCollector01.tsv',
      '\\Processor(_Total)\\% Processor Time',
      4031,
      1,
      0,
      0.561101111507868,
      0.929695163227208,
    ],
    [
      'ruflas_CESPL__Sesion3_DataCollector01.tsv',
      '\\PhysicalDisk(_Total)\\Avg. Disk sec/Transfer',
      4031,
      1,
      9.33321014522509e-5,
      0.00126528388763151,
      0.0064498919537634,
    ],
    ['pr5hnth_perfmon__lp.csv', '\\Processor Information(_Total)\\% Processor Time', 7850, 1, 0, 0.084247492392041, 1],
    [
      'pr5hnth_perfmon__lp.csv',
      '\\Memory\\% Committed Bytes In Use',
      7850,
      0,
      0.260352376443416,
      0.511181533171068,
      0.676479826838821,
    ],
    [
      'wfjsg_WinPerfCounter.r__test.csv',
      '\\Memory\\Available MBytes',
      61,
      0,
      3949 * 2 ** 20,
      4052.37704918033 * 2 ** 20,
      4208 * 2 ** 20,
    ],
    [
      'wfjsg_WinPerfCounter.r__with_gpu.csv',
      '\\Process(explorer)\\% Processor Time',
      527,
      1,
      0,
      0.0221144844954221,
      2.32101755128152,
    ],
    [
      'wfjsg_WinPerfCounter.r__with_gpu.csv',
      '\\Process(python#1)\\Working Set - Private',
      527,
      0,
      58343424,
      61817026.30740038,
      63750144,
    ],
    [
      'SirIsaacFactory_PerflogVisualise__Sample01.csv',
      '\\Processor(_Total)\\Interrupts/sec',
      16,
      1,
      1940.4535954084,
      2216.35733090426,
      3019.96372693979,
    ],
    [
      'jg185342_memeData__DataCollector01.csv',
      '\\Process(_Total)\\Virtual Bytes',
      208,
      0,
      238132982001664,
      239923282338244.94,
      246946778624000,
    ],
    [
      'wfjsg_WinPerfCounter.r__huge_value.csv',
      '\\Process(explorer)\\Page Faults/sec',
      61,
      1,
      0,
      181.898145047,
      10043.96369,
    ],
  ])('%s: %s', async (name, path, count, missing, min, mean, max) => {
    const log = await read(name, { wants: (series) => series === path })
    const found = facts(series(log, path))
    expect(found).toMatchObject({ count, missing })
    expect(found.min / (min || 1)).toBeCloseTo(min === 0 ? 0 : 1, 13)
    expect(found.max / max).toBeCloseTo(1, 13)
    expect(found.mean / mean).toBeCloseTo(1, 12)
  })

  it.each([
    ['SirIsaacFactory_PerflogVisualise__Sample01.csv', 5963, 16, 91563],
    ['jg185342_memeData__DataCollector01.csv', 8, 208, 1664],
    ['pr5hnth_perfmon__lp.csv', 2, 7850, 15699],
    ['ruflas_CESPL__Sesion3_DataCollector01.tsv', 14, 4031, 56424],
    ['wfjsg_WinPerfCounter.r__test.csv', 107, 61, 6478],
    ['wfjsg_WinPerfCounter.r__with_gpu.csv', 753, 527, 396511],
  ])('%s: every value equals that of a plain split of the text', async (name, counters, samples_, present) => {
    const log = await read(name)
    const [run] = log.runs
    expect(run!.settings).toMatchObject({ counters, samples: samples_ })
    const lines = readFileSync(join(samples!, 'perfmon', name), 'latin1')
      .split(/\r?\n/)
      .slice(1, -1)
    const cells = lines.map((line) => line.slice(1, -1).split(name.endsWith('.tsv') ? '"\t"' : '","'))
    let count = 0
    for (const [c, { values, unit, dimensions }] of run!.series.entries()) {
      const { factor, divisor } = counterMeaning(String(dimensions.object), String(dimensions.counter))
      expect(unit).toBe(counterMeaning(String(dimensions.object), String(dimensions.counter)).unit)
      const expected = cells.map((row) => (row[c + 1] === ' ' ? NaN : (Number(row[c + 1]) * factor) / divisor))
      expect([...values], run!.series[c]!.name).toEqual(expected)
      count += expected.filter((value) => !Number.isNaN(value)).length
    }
    expect(count).toBe(present)
  })

  it('headers, times and problems are as the field notes say', async () => {
    const lap = await read('pr5hnth_perfmon__lp.csv')
    expect(lap.runs[0]).toMatchObject({
      system: 'LAPTOP-GLP58E12',
      start: { local: '2022-06-18T13:04:04.354', offset: 330 },
    })
    // 135 s and 1,053 s of sleep; 3.5 s found with awk.
    expect(lap.problems.map(({ line, ruleId }) => [line, ruleId])).toEqual([
      [2196, 'gap'],
      [2873, 'gap'],
      [3308, 'gap'],
    ])
    const tierra = await read('wfjsg_WinPerfCounter.r__with_gpu.csv')
    expect(tierra.runs[0]!.settings.comment).toMatch(/^このテンプレートで基本データ/)
    expect(tierra.runs[0]!.settings.encoding).toBe('shift_jis')
    expect(rules(tierra)).toEqual(['truncated-time-zone'])
    const school = await read('ruflas_CESPL__Sesion3_DataCollector01.tsv')
    expect(school.problems).toEqual([])
    expect(school.runs[0]!.series.map(({ metric }) => metric)).toEqual([
      'diskIdleTime',
      'diskReadQueueLengthMean',
      'diskTransfers',
      'diskTransferTime',
      'diskTransferSize',
      'networkBandwidth',
      'networkBandwidth',
      'networkRate',
      'networkRate',
      'memoryAvailable',
      'memoryCache',
      'pageRate',
      'pageFaultRate',
      'cpuUtilization',
    ])
    const saved = await read('wfjsg_WinPerfCounter.r__huge_value.csv')
    expect(rules(saved)).toEqual(['spreadsheet-resave', 'truncated-time-zone', 'lost-precision'])
  })

  it('snippets of typeperf and of the end of summer time', async () => {
    const english = await read('snippets/typeperf_en_stdout_exact.txt')
    expect(english.runs[0]!.series.map(({ values }) => [...values])).toEqual([[0], [20261367808]])
    const french = await read('snippets/typeperf_fr_stdout.txt')
    expect([...series(french, '\\Processor(_Total)\\% Processor Time').values]).toEqual(
      [64.303526, 3.294592, 1.919966].map((v) => v / 100),
    )
    const japanese = await read('snippets/typeperf_ja_stdout.txt')
    expect([...series(japanese, '\\Processor(_Total)\\% User Time').values]).toEqual(
      [43.667837, 6.779638, 13.365589].map((v) => v / 100),
    )
    expect([...english.problems, ...french.problems, ...japanese.problems]).toEqual([])
    const autumn = await read('snippets/dst_fallback_gmt.csv')
    expect([...autumn.runs[0]!.series[0]!.times]).toEqual([0, 15, 30, 45.001])
  })
})
