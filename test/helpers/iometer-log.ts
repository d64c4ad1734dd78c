/**
 * Writes Iometer result files with numbers that agree with one another, as the tool does: every rate follows from counts
 * and seconds, every response time from queue depth and rate (Little's law). The fixtures in test/fixtures/iometer come
 * from here.
 */

interface DiskPlan {
  name: string
  reads: number
  writes: number
}

interface WorkerPlan {
  name: string
  disks: DiskPlan[]
  /** DISK rows, or NETWORK for a server; a client has no rows of targets. */
  kind?: 'DISK' | 'NETWORK' | 'none'
  /** When they differ from the test's. */
  spec?: string
  size?: number
}

interface ManagerPlan {
  name: string
  workers: WorkerPlan[]
}

export interface TestPlan {
  managers: ManagerPlan[]
  /** Name in ALL, MANAGER and WORKER rows. */
  spec: string
  size: number
  queueDepth: number
  seconds: number
  end: string
  errors?: number
  /** Of each processor of every manager; two processors at 20 and 30 % when left out. */
  loads?: ProcessorLoad[]
  /** Ticks per second of the clock that Iometer reads, printed as the processor's speed: 10,000,000 when left out. */
  clock?: number
  /** The slowest I/O of every target, in milliseconds: 400 when left out. */
  slowestMs?: number
  /** Rows that "Record Results" leaves out. */
  record?: 'all' | 'no targets' | 'no workers' | 'no managers'
}

/** In per cent, and interrupts a second. */
export interface ProcessorLoad {
  cpu: number
  user: number
  privileged: number
  dpc: number
  interrupt: number
  interrupts: number
}

export type LogLayout = 'A' | 'B' | 'interim' | 'C'

/** Ticks per second. */
const defaultClock = 10_000_000
const twoProcessors = [20, 30].map((cpu): ProcessorLoad => ({
  ...{ cpu, user: 5, privileged: cpu - 5, dpc: 2, interrupt: 1, interrupts: 500 },
}))

const kinds = ['Response', 'Read Response', 'Write Response', 'Transaction', 'Connection']
const bins =
  '0 to 50 uS,50 to 100 uS,100 to 200 uS,200 to 500 uS,0.5 to 1 mS,1 to 2 mS,2 to 5 mS,5 to 10 mS,10 to 15 mS,' +
  '15 to 20 mS,20 to 30 mS,30 to 50 mS,50 to 100 mS,100 to 200 mS,200 to 500 mS,0.5 to 1 S,1 to 2 s,2 to 4.7 s,' +
  '4.7 to 5 s,5 to 10 s, >= 10 s'

export function headerOf(layout: LogLayout, isInst = false): string {
  const binary = layout === 'A' ? 'MBps' : layout === 'B' || isInst ? 'MBps (Binary)' : 'MiBps (Binary)'
  return [
    ...["'Target Type", 'Target Name', 'Access Specification Name', '# Managers', '# Workers', '# Disks'],
    ...['IOps', 'Read IOps', 'Write IOps', binary, `Read ${binary}`, `Write ${binary}`],
    ...(layout === 'A' ? [] : ['MBps (Decimal)', 'Read MBps (Decimal)', 'Write MBps (Decimal)']),
    ...['Transactions per Second', 'Connections per Second'],
    ...kinds.map((kind) => `Average ${kind} Time`),
    ...kinds.map((kind) => `Maximum ${kind} Time`),
    ...['Errors', 'Read Errors', 'Write Errors', 'Bytes Read', 'Bytes Written', 'Read I/Os', 'Write I/Os'],
    ...['Connections', 'Transactions per Connection'],
    ...kinds.slice(1).map((kind) => `Total Raw ${kind} Time`),
    ...kinds.slice(1).map((kind) => `Maximum Raw ${kind} Time`),
    ...['Total Raw Run Time', 'Starting Sector', 'Maximum Size', 'Queue Depth'],
    ...['% CPU Utilization', '% User Time', '% Privileged Time', '% DPC Time', '% Interrupt Time'],
    ...['Processor Speed', 'Interrupts per Second', 'CPU Effectiveness'],
    ...['Packets/Second', 'Packet Errors', 'Segments Retransmitted/Second'],
    ...(layout === 'C' ? [bins] : []),
  ].join(',')
}

interface Totals {
  reads: number
  writes: number
  disks: number
}

/** -1 without a sign: settings that workers do not share. */
const unsigned = '18446744073709551615'

/** The table of one test, from `'Results` to its end stamp. */
export function writeTable(plan: TestPlan, layout: LogLayout): string[] {
  const { managers, record = 'all' } = plan
  const all = managers.map(totalsOfManager).reduce(add)
  const servers = managers.flatMap(({ workers }) => workers).filter(({ kind }) => kind !== 'none')
  const rows = [writeRow('ALL', 'All', plan, layout, all, [String(managers.length), String(servers.length)])]
  for (const manager of record === 'no managers' ? [] : managers) {
    const count = manager.workers.filter(({ kind }) => kind !== 'none').length
    rows.push(writeRow('MANAGER', manager.name, plan, layout, totalsOfManager(manager), ['', String(count)]))
    for (const i of (plan.loads ?? twoProcessors).keys()) rows.push(writeProcessor(i, plan, layout))
    for (const worker of record === 'no workers' ? [] : manager.workers) {
      const own = { ...plan, spec: worker.spec ?? plan.spec, size: worker.size ?? plan.size }
      rows.push(writeRow('WORKER', worker.name, own, layout, totalsOfWorker(worker), ['', '']))
      if (record === 'no targets' || worker.kind === 'none') continue
      for (const { name, reads, writes } of worker.disks) {
        rows.push(
          writeRow(worker.kind ?? 'DISK', name, { ...own, spec: '' }, layout, { reads, writes, disks: 1 }, ['', '']),
        )
      }
    }
  }
  return ["'Results", headerOf(layout), ...rows, "'Time Stamp", plan.end]
}

function totalsOfWorker({ disks, kind }: WorkerPlan): Totals {
  // Clients are not counted as targets.
  return {
    ...disks.map(({ reads, writes }) => ({ reads, writes, disks: 1 })).reduce(add),
    disks: kind === 'none' ? 1 : disks.length,
  }
}

function totalsOfManager({ workers }: ManagerPlan): Totals {
  const total = workers.map(totalsOfWorker).reduce(add)
  return { ...total, disks: total.disks - workers.filter(({ kind }) => kind === 'none').length }
}

function add(a: Totals, b: Totals): Totals {
  return { reads: a.reads + b.reads, writes: a.writes + b.writes, disks: a.disks + b.disks }
}

function writeRow(
  kind: string,
  name: string,
  plan: TestPlan,
  layout: LogLayout,
  totals: Totals,
  counts: string[],
): string {
  const { size, queueDepth, seconds, spec, clock: speed = defaultClock, slowestMs = 400 } = plan
  const { reads, writes, disks } = totals
  const ios = reads + writes
  const isTarget = ['DISK', 'NETWORK'].includes(kind)
  const fixed = (value: number): string => value.toFixed(6)
  const rates = [ios, reads, writes].map((count) => count / seconds)
  // The queue is always full: I/Os in flight are queue depth times targets. Ends of a network both have it full.
  const isDoubled = plan.managers.some(({ workers }) => workers.some((worker) => worker.kind === 'none'))
  const ends = isDoubled && (kind === 'ALL' || kind === 'MANAGER') ? 2 : 1
  const raw = Math.max(0, queueDepth) * disks * ends * seconds * speed
  const rawOf = (count: number): number => (ios === 0 ? 0 : Math.round((raw * count) / ios))
  const mean = ios === 0 ? 0 : raw / ios / (speed / 1000)
  const means = [mean, reads > 0 ? mean : 0, writes > 0 ? mean : 0, mean, 0]
  const raws = [rawOf(reads), rawOf(writes), rawOf(reads) + rawOf(writes), 0]
  const maxima = means.map((value) => (value > 0 ? slowestMs : 0))
  const errors = plan.errors ?? 0
  const hasCpu = kind === 'ALL' || kind === 'MANAGER'
  const load = meanLoad(plan.loads ?? twoProcessors)
  const { cpu, user, privileged, dpc, interrupt, interrupts } = load
  return [
    ...[kind, name, spec, ...counts, isTarget ? '' : String(disks)],
    ...rates.map(fixed),
    ...rates.map((rate) => fixed((rate * size) / 2 ** 20)),
    ...(layout === 'A' ? [] : rates.map((rate) => fixed((rate * size) / 1e6))),
    ...[fixed(rates[0]!), fixed(0), ...means.map(fixed), ...maxima.map(fixed)],
    ...[errors, errors, 0, reads * size, writes * size, reads, writes, 0, -1],
    ...(kind === 'ALL' ? Array<string>(9).fill('') : [...raws, ...rawMaxima(maxima, speed), seconds * speed]),
    ...(queueDepth === -1 ? [unsigned, unsigned, -1] : [0, 0, queueDepth]),
    ...(hasCpu ? [cpu, user, privileged, dpc, interrupt].map(fixed) : Array<string>(5).fill('')),
    kind === 'ALL' ? '' : fixed(speed),
    ...(hasCpu ? [interrupts * (kind === 'ALL' ? plan.managers.length : 1), rates[0]! / cpu].map(fixed) : ['', '']),
    ...(hasCpu ? [0, 0, 0].map(fixed) : ['', '', '']),
    ...(layout === 'C' ? binsOf(ios, mean) : []),
  ].join(',')
}

/** Loads are means over the processors, interrupts their sum. */
function meanLoad(loads: readonly ProcessorLoad[]): ProcessorLoad {
  const sum = (key: keyof ProcessorLoad): number => loads.reduce((total, load) => total + load[key], 0)
  const mean = (key: keyof ProcessorLoad): number => sum(key) / loads.length
  return {
    ...{ cpu: mean('cpu'), user: mean('user'), privileged: mean('privileged') },
    ...{ dpc: mean('dpc'), interrupt: mean('interrupt'), interrupts: sum('interrupts') },
  }
}

function rawMaxima(maxima: number[], speed: number): number[] {
  const ticks = maxima.map((ms) => Math.round(ms * (speed / 1000)))
  return [ticks[1]!, ticks[2]!, ticks[3]!, 0]
}

/** Half of the I/Os in the bin of their mean, the other half one lower. */
function binsOf(ios: number, meanMs: number): number[] {
  const edges = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 14.925, 20, 30.303, 50, 100, 200, 500, 1000, 2000, 4000, 5000, 10000]
  const bin = Math.max(
    1,
    edges.findIndex((edge) => meanMs < edge),
  )
  const counts = Array<number>(21).fill(0)
  counts[bin] = Math.ceil(ios / 2)
  counts[bin - 1] = Math.floor(ios / 2)
  return counts
}

/** Width 56 in A and, by mistake, in B; values where they belong but no bins in the others. */
function writeProcessor(
  i: number,
  { loads = twoProcessors, clock = defaultClock }: TestPlan,
  layout: LogLayout,
): string {
  const blanks = Array<string>(layout === 'A' || layout === 'B' ? 43 : 46).fill('')
  const { cpu, user, privileged, dpc, interrupt, interrupts } = loads[i]!
  const values = [cpu, user, privileged, dpc, interrupt, clock, interrupts].map((value) => value.toFixed(6))
  return ['PROCESSOR', `CPU ${i}`, ...blanks, ...values, '', '', '', ''].join(',')
}

interface SpecPlan {
  name: string
  lines: string[]
}

export function writeSpecs(specs: SpecPlan[], layout: LogLayout): string[] {
  const lines = specs.flatMap(({ name, lines }) => [
    "'Access specification name,default assignment",
    `${name},0`,
    "'size,% of size,% reads,% random,delay,burst,align,reply",
    ...lines.map((line) => (layout === 'C' ? `${line},` : line)),
  ])
  return ["'Access specifications", ...lines, "'End access specifications"]
}

export function writePreamble(type: number, description: string, version: string, stamp: string): string[] {
  return ["'Test Type,Test Description", `${type},${description}`, "'Version", version, "'Time Stamp", stamp]
}

export function joinLines(...parts: (string | string[])[]): string {
  return parts
    .flat()
    .map((line) => `${line}\r\n`)
    .join('')
}
