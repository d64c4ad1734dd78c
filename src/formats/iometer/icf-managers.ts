/** The manager list of a configuration: its workers, without the names and addresses of their hosts. */
import type { Entry } from './icf-entries.ts'

export interface ConfiguredWorker {
  /** `DISK`, `NETWORK,TCP`, `NETWORK,VI`. */
  type: string | null
  /** Outstanding I/Os per target. */
  queueDepth: number | null
  /** Sectors; 0 is the whole disk. */
  maximumSize: number | null
  startingSector: number | null
  /** Number of the data pattern (1.1.0): 0 repeating, 1 pseudo random, 2 full random bytes. */
  dataPattern: number | null
  /** Connections are opened and closed during the test. */
  connectionRate: boolean | null
  transactionsPerConnection: number | null
  /** Seed of the random generator when it is fixed (1.1.0). */
  fixedSeed: number | null
  accessSpecs: string[]
  /** How many targets are assigned. */
  targets: number
}

/** Workers of each manager, in the order of the file. */
export function readManagers(entries: readonly Entry[]): ConfiguredWorker[][] {
  const managers: ConfiguredWorker[][] = []
  let worker: ConfiguredWorker | null = null
  for (const { key, values } of entries) {
    if (key.startsWith('Manager ID,')) {
      managers.push([])
      worker = null
    } else if (key === 'Worker') {
      worker = newWorker()
      managers.at(-1)?.push(worker)
    } else if (worker) {
      fillWorker(worker, key, values)
    }
  }
  return managers
}

function newWorker(): ConfiguredWorker {
  return {
    ...{ type: null, queueDepth: null, maximumSize: null, startingSector: null, dataPattern: null },
    ...{ connectionRate: null, transactionsPerConnection: null, fixedSeed: null, accessSpecs: [], targets: 0 },
  }
}

function fillWorker(worker: ConfiguredWorker, key: string, values: string[]): void {
  const cells = (values[0] ?? '').split(',')
  if (key === 'Worker type') {
    worker.type = values[0] ?? null
  } else if (key.startsWith('Number of outstanding IOs')) {
    worker.queueDepth = count(cells[0])
    worker.connectionRate = cells[1] === 'ENABLED' ? true : cells[1] === 'DISABLED' ? false : null
    worker.transactionsPerConnection = worker.connectionRate === true ? count(cells[2]) : null
    worker.fixedSeed = cells[3] === 'ENABLED' ? count(cells[4]) : null
  } else if (key.startsWith('Disk maximum size')) {
    worker.maximumSize = count(cells[0])
    worker.startingSector = count(cells[1])
    worker.dataPattern = count(cells[2])
  } else if (key === 'Assigned access specs') {
    worker.accessSpecs.push(...values)
  } else if (key === 'Target') {
    worker.targets++
  }
}

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null
}
