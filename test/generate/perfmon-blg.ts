/** Makes the fixtures in `test/fixtures/perfmon-blg`. Invented machines and values, in the structure of real logs. */
import { countsFor } from '../helpers/blg-counts.ts'
import { europe, unitedStates, zoneOf, type BlgOptions } from '../helpers/blg-clock.ts'
import { writeBlg, writeObjectBlg, type BlgInstance } from '../helpers/blg-writer.ts'

const small: BlgOptions = {
  machine: 'LAB-01',
  start: '2011-03-07T08:15:00.000Z',
  interval: 5,
  zone: zoneOf(60, 120, europe),
  bufferBytes: 2048,
}

export const fixtures: ReadonlyMap<string, () => Uint8Array> = new Map([
  ['record-mode.blg', recordMode],
  ['object-mode.blg', objectMode],
  ['instances-come-and-go.blg', instancesComeAndGo],
  ['every-counter-type.blg', everyCounterType],
  ['end-of-summer-time.blg', endOfSummerTime],
  ['not-closed.blg', notClosed],
  ['german-object-mode.blg', germanObjectMode],
])

/** Values a person can check in the golden file: 10, 20, 30 % and so on. */
function recordMode(): Uint8Array {
  const cpu = [0, 10, 20, 30, 25]
  return writeBlg(small, [
    {
      path: '\\Processor(*)\\% Processor Time',
      type: '100NSEC_TIMER_INV',
      samples: countsFor('100NSEC_TIMER_INV', cpu, small).map((count, i) => [
        ['0', count],
        ['_Total', { n: count.n + BigInt(i) }],
      ]),
    },
    {
      path: '\\PhysicalDisk(0 C:)\\Disk Read Bytes/sec',
      type: 'BULK_COUNT',
      samples: countsFor('BULK_COUNT', [0, 1_000_000, 2_000_000, 1_500_000, 0], small),
    },
    {
      path: '\\PhysicalDisk(0 C:)\\Avg. Disk sec/Read',
      type: 'AVERAGE_TIMER',
      scale: 3,
      samples: countsFor('AVERAGE_TIMER', [0, 0.004, 0.008, 0.006, 0], small, [0, 100, 200, 50, 0]),
    },
    {
      path: '\\Memory\\Available MBytes',
      type: 'RAWCOUNT',
      samples: countsFor('RAWCOUNT', [1024, 1000, 996, 990, 1010], small),
    },
  ])
}

const processor = [
  { index: 6, name: '% Processor Time', type: '100NSEC_TIMER_INV' },
  { index: 148, name: 'Interrupts/sec', type: 'COUNTER' },
] as const

/** Records of several blocks, which lie in several buffers. */
function objectMode(): Uint8Array {
  const options: BlgOptions = {
    ...small,
    zone: zoneOf(-300, -240, unitedStates),
    pointerBytes: 4,
    osVersion: [6, 0, 6000],
    blockBytes: 200,
  }
  const idle = countsFor('100NSEC_TIMER_INV', [0, 50, 75, 100], options)
  const interrupts = countsFor('COUNTER', [0, 400, 600, 500], options)
  return writeObjectBlg(options, [
    {
      index: 238,
      name: 'Processor',
      counters: processor,
      samples: idle.map(({ n }, i) => [
        { name: '0', counts: [n, interrupts[i]!.n] },
        { name: '_Total', counts: [n, interrupts[i]!.n] },
      ]),
    },
    {
      index: 4,
      name: 'Memory',
      counters: [
        { index: 24, name: 'Available Bytes', type: 'LARGE_RAWCOUNT' },
        { index: 1406, name: '% Committed Bytes In Use', type: 'RAW_FRACTION' },
        { index: 1406, name: '% Committed Bytes In Use', type: 'RAW_BASE' },
      ],
      samples: [25n, 30n, 35n, 40n].map((part) => [{ name: null, counts: [2_147_483_648n + part, part, 100n] }]),
    },
  ])
}

/** Two of a name; the first ends, so that its number goes to the second. */
function instancesComeAndGo(): Uint8Array {
  const process = (name: string, handles: number): BlgInstance => ({ name, counts: [BigInt(handles)] })
  return writeObjectBlg(small, [
    {
      index: 230,
      name: 'Process',
      counters: [{ index: 952, name: 'Handle Count', type: 'RAWCOUNT' }],
      samples: [
        [process('System', 500), process('svchost', 100), process('svchost', 200)],
        [process('System', 501), process('svchost', 101), process('svchost', 201), process('backup', 10)],
        [process('System', 502), process('svchost', 202), process('backup', 11)],
        [process('System', 503), process('svchost', 203)],
        [process('System', 504), process('svchost', 204), process('backup', 12)],
      ],
    },
  ])
}

/** Counts 40 to 100 over a base of 3 to 7, the clocks 5 s apart; formulas in `cooking.test.ts`. */
function everyCounterType(): Uint8Array {
  const two = (n0: bigint, n1: bigint, d0?: bigint, d1?: bigint, multi = 1) => [
    { n: n0, multi, ...(d0 !== undefined && { d: d0 }) },
    { n: n1, multi, ...(d1 !== undefined && { d: d1 }) },
  ]
  const types = [
    'RAWCOUNT',
    'LARGE_RAWCOUNT',
    'RAWCOUNT_HEX',
    'LARGE_RAWCOUNT_HEX',
    'DELTA',
    'LARGE_DELTA',
    'COUNTER',
    'BULK_COUNT',
    'SAMPLE_COUNTER',
    'QUEUELEN',
    'LARGE_QUEUELEN',
    '100NS_QUEUELEN',
    'OBJ_TIME_QUEUELEN',
    'TIMER',
    'TIMER_INV',
    '100NSEC_TIMER',
    '100NSEC_TIMER_INV',
    'OBJ_TIME_TIMER',
  ] as const
  const overBase = [
    'PRECISION_SYSTEM_TIMER',
    'PRECISION_100NS_TIMER',
    'PRECISION_OBJECT_TIMER',
    'AVERAGE_TIMER',
    'AVERAGE_BULK',
    'RAW_FRACTION',
    'LARGE_RAW_FRACTION',
    'SAMPLE_FRACTION',
  ] as const
  const ofParts = ['MULTI_TIMER', 'MULTI_TIMER_INV', '100NSEC_MULTI_TIMER', '100NSEC_MULTI_TIMER_INV'] as const
  return writeBlg({ ...small, zone: zoneOf(540) }, [
    ...types.map((type) => ({ path: `\\Types\\${type}`, type, samples: two(40n, 100n) })),
    ...overBase.map((type) => ({ path: `\\Types\\${type}`, type, samples: two(40n, 100n, 300n, 700n) })),
    ...ofParts.map((type) => ({
      path: `\\Types\\${type}`,
      type,
      samples: two(40n, 25_000_040n, undefined, undefined, 4),
    })),
    // Ten and fifteen minutes before the samples.
    { path: '\\Types\\ELAPSED_TIME', type: 'ELAPSED_TIME', samples: two(0n, 0n, 6_000_000_000n, 9_000_000_000n) },
    { path: '\\Types\\Unknown', type: 0x0badc0de, samples: two(1n, 2n) },
  ])
}

/** From 2:30 summer time to 2:30 winter time, through the hour that occurs twice. */
function endOfSummerTime(): Uint8Array {
  const options: BlgOptions = { ...small, start: '2012-10-28T00:30:00.000Z', interval: 1200 }
  return writeBlg(options, [
    {
      path: '\\System\\Processor Queue Length',
      type: 'RAWCOUNT',
      samples: [0n, 1n, 2n, 3n, 4n].map((n) => ({ n })),
    },
  ])
}

function notClosed(): Uint8Array {
  const options: BlgOptions = { ...small, isClosed: false, buffersLost: 3, bufferBytes: 1024 }
  const counts = countsFor(
    'RAWCOUNT',
    Array.from({ length: 20 }, (_, i) => i),
    options,
  )
  return writeBlg(options, [{ path: '\\System\\Threads', type: 'RAWCOUNT', samples: counts }]).subarray(0, 3900)
}

/** Well-known names come out in English, others as logged. */
function germanObjectMode(): Uint8Array {
  return writeObjectBlg(
    small,
    [
      {
        index: 230,
        name: 'Prozess',
        counters: [{ index: 952, name: 'Handleanzahl', type: 'RAWCOUNT' }],
        samples: [[{ name: '_Total', counts: [5000n] }], [{ name: '_Total', counts: [5100n] }]],
      },
      {
        index: 5000,
        name: 'Eigene Größe',
        counters: [{ index: 5002, name: 'Zähler/s', type: 'COUNTER' }],
        samples: [[{ name: null, counts: [10n] }], [{ name: null, counts: [60n] }]],
      },
    ],
    [[6, 'Prozessorzeit (%)']],
  )
}
