/**
 * What a Windows performance counter measures: a stable metric id for those that reports use, and the unit, which the log
 * does not give but the English counter name tells. Sources: the counter descriptions that Performance Monitor shows.
 */
import type { Unit } from './units.ts'

export interface CounterMeaning {
  /** `counter` for the thousands without an id of their own; their name tells them apart. */
  metric: string
  unit: Unit
  /** A value as logged is multiplied by this … */
  factor: number
  /** … or divided by this (one of the two is 1): 8.2 / 100 is 0.082, 8.2 × 0.01 is not. */
  divisor: number
}

/** Meaning of a counter by its English names; letter case does not matter. */
export function counterMeaning(object: string, counter: string): CounterMeaning {
  const name = counter.trim().toLowerCase()
  const metric = metrics.get(family(object))?.get(name) ?? 'counter'
  const [unit, factor, divisor] = unitOf(object.trim().toLowerCase(), name)
  return { metric, unit, factor, divisor }
}

/** Objects that share their counters. */
function family(object: string): string {
  const name = object.trim().toLowerCase()
  if (name === 'physicaldisk' || name === 'logicaldisk') return 'disk'
  if (name === 'processor' || name === 'processor information') return 'processor'
  if (name === 'network interface' || name === 'network adapter') return 'network'
  return name
}

const metrics: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    processor: {
      '% processor time': 'cpuUtilization',
      '% processor utility': 'cpuUtility',
      '% user time': 'cpuUserTime',
      '% privileged time': 'cpuPrivilegedTime',
      '% interrupt time': 'cpuInterruptTime',
      '% dpc time': 'cpuDpcTime',
      '% idle time': 'cpuIdleTime',
      'interrupts/sec': 'interruptRate',
      'processor frequency': 'cpuFrequency',
    },
    disk: {
      'disk read bytes/sec': 'diskReadRate',
      'disk write bytes/sec': 'diskWriteRate',
      'disk bytes/sec': 'diskRate',
      'disk reads/sec': 'diskReads',
      'disk writes/sec': 'diskWrites',
      'disk transfers/sec': 'diskTransfers',
      'current disk queue length': 'diskQueueLength',
      'avg. disk queue length': 'diskQueueLengthMean',
      'avg. disk read queue length': 'diskReadQueueLengthMean',
      'avg. disk write queue length': 'diskWriteQueueLengthMean',
      'avg. disk sec/read': 'diskReadTime',
      'avg. disk sec/write': 'diskWriteTime',
      'avg. disk sec/transfer': 'diskTransferTime',
      'avg. disk bytes/read': 'diskReadSize',
      'avg. disk bytes/write': 'diskWriteSize',
      'avg. disk bytes/transfer': 'diskTransferSize',
      '% disk time': 'diskBusyTime',
      '% idle time': 'diskIdleTime',
      '% free space': 'diskFreeSpace',
    },
    network: {
      'bytes sent/sec': 'networkSendRate',
      'bytes received/sec': 'networkReceiveRate',
      'bytes total/sec': 'networkRate',
      'packets sent/sec': 'networkPacketsSent',
      'packets received/sec': 'networkPacketsReceived',
      'current bandwidth': 'networkBandwidth',
      'output queue length': 'networkQueueLength',
    },
    memory: {
      'available bytes': 'memoryAvailable',
      'available kbytes': 'memoryAvailable',
      'available mbytes': 'memoryAvailable',
      'committed bytes': 'memoryCommitted',
      'commit limit': 'memoryCommitLimit',
      '% committed bytes in use': 'memoryCommittedPart',
      'cache bytes': 'memoryCache',
      'pages/sec': 'pageRate',
      'page faults/sec': 'pageFaultRate',
    },
    'paging file': { '% usage': 'pagingFileUsage' },
    process: {
      '% processor time': 'processCpuUtilization',
      'private bytes': 'processPrivateMemory',
      'working set': 'processWorkingSet',
      'handle count': 'processHandles',
      'thread count': 'processThreads',
    },
    system: {
      'processor queue length': 'processorQueueLength',
      'context switches/sec': 'contextSwitchRate',
      'system calls/sec': 'systemCallRate',
      'system up time': 'upTime',
    },
  }).map(([name, ids]) => [name, new Map(Object.entries(ids))]),
)

type Scaled = [unit: Unit, factor: number, divisor: number]

const plain: Scaled = ['1', 1, 1]

/** Counters whose unit their name does not tell. Sizes of Windows are powers of two. */
const exceptions: ReadonlyMap<string, Scaled> = new Map<string, Scaled>([
  // Bits per second.
  ['network interface\\current bandwidth', ['B/s', 1, 8]],
  ['network adapter\\current bandwidth', ['B/s', 1, 8]],
  ['processor information\\processor frequency', ['Hz', 1e6, 1]],
  ['processor performance\\processor frequency', ['Hz', 1e6, 1]],
  // Milliwatts.
  ['power meter\\power', ['W', 1, 1000]],
  ['memory\\commit limit', ['B', 1, 1]],
  ['process\\working set', ['B', 1, 1]],
  ['process\\working set peak', ['B', 1, 1]],
  ['process\\working set - private', ['B', 1, 1]],
  ['process\\elapsed time', ['s', 1, 1]],
  ['thread\\elapsed time', ['s', 1, 1]],
  ['system\\system up time', ['s', 1, 1]],
  ['thermal zone information\\temperature', ['K', 1, 1]],
  ['gpu engine\\utilization percentage', ['ratio', 1, 100]],
  ['gpu adapter memory\\dedicated usage', ['B', 1, 1]],
  ['gpu adapter memory\\shared usage', ['B', 1, 1]],
  ['gpu process memory\\dedicated usage', ['B', 1, 1]],
  ['gpu process memory\\shared usage', ['B', 1, 1]],
])

/** The first that fits, from specific to general; `name` is in lower case. */
const rules: readonly [RegExp, Scaled][] = [
  [/%/, ['ratio', 1, 100]],
  [/\b(?:kbytes|kilobytes)\b.*\/s(?:ec)?$/, ['B/s', 2 ** 10, 1]],
  [/\b(?:mbytes|megabytes)\b.*\/s(?:ec)?$/, ['B/s', 2 ** 20, 1]],
  [/\bbytes\b.*\/s(?:ec|econd)?$/, ['B/s', 1, 1]],
  [/\bsec\/\w+( request)?$/, ['s', 1, 1]],
  [/\/s(?:ec|econd)?$/, ['1/s', 1, 1]],
  [/\(ms\)$|\bmilliseconds\b/, ['s', 1, 1000]],
  [/\((?:s|sec|seconds)\)$/, ['s', 1, 1]],
  [/\b(?:kbytes|kilobytes)\b|\(kb\)$/, ['B', 2 ** 10, 1]],
  [/\b(?:mbytes|megabytes)\b|\(mb\)$/, ['B', 2 ** 20, 1]],
  [/\bbytes\b/, ['B', 1, 1]],
]

function unitOf(object: string, name: string): Scaled {
  return exceptions.get(`${object}\\${name}`) ?? rules.find(([pattern]) => pattern.test(name))?.[1] ?? plain
}
