/** A synthetic Iometer result file of any size: two managers, eight workers, sixteen disks in each test. */
import {
  headerOf,
  joinLines,
  writePreamble,
  writeSpecs,
  writeTable,
  type LogLayout,
  type TestPlan,
} from '../helpers/iometer-log.ts'
import { Random } from '../generate/random.ts'
import { Output } from './output.ts'

export interface IometerFacts {
  tests: number
  /** I/Os per second of all tests together, as the ALL rows print them. */
  iops: number
}

const layout: LogLayout = 'C'
/** The table of a test is made anew that often; between them it is repeated with another time of its end. */
const distinctTests = 400

export function writeIometerFile(path: string, bytes: number): IometerFacts {
  const random = new Random(500)
  const plans = Array.from({ length: distinctTests }, () => drawPlan(random))
  const tables = plans.map((plan) => joinLines(specsOf(plan), writeTable(plan, layout)))
  const rates = tables.map((table) => Number(cellOf(table, 'IOps')))
  const output = new Output(path)
  output.write(joinLines(writePreamble(0, 'bench', '1.1.0', '2012-02-01 10:00:00:000')))
  let tests = 0
  let iops = 0
  for (; output.bytes < bytes; tests++) {
    const end = new Date(Date.UTC(2012, 1, 1, 10) + (tests + 1) * 40_000).toISOString()
    output.write(tables[tests % distinctTests]!.replace(endMark, `${end.slice(0, 10)} ${end.slice(11, 19)}:000`))
    iops += rates[tests % distinctTests]!
  }
  output.write(joinLines("'End Test"))
  output.close()
  return { tests, iops }
}

const endMark = 'END-OF-TEST'

function drawPlan(random: Random): TestPlan {
  const size = 512 * 2 ** random.integer(0, 11)
  // All disks the same, and even numbers: then latency bins add up to those of the rows above.
  const [reads, writes] = [2 * random.integer(500, 45_000), 2 * random.integer(500, 45_000)]
  const worker = (name: string): TestPlan['managers'][number]['workers'][number] => {
    return { name, disks: [1, 2].map((i) => ({ name: `${name}: disk ${i}`, reads, writes })) }
  }
  const manager = (name: string): TestPlan['managers'][number] => {
    return { name, workers: [1, 2, 3, 4].map((i) => worker(`Worker ${i}`)) }
  }
  return {
    managers: [manager('HOST1'), manager('HOST2')],
    spec: `${size} B; 50% Read; 100% random`,
    size,
    queueDepth: 2 ** random.integer(0, 8),
    seconds: 30,
    end: endMark,
  }
}

function specsOf({ spec, size }: TestPlan): string[] {
  return writeSpecs([{ name: spec, lines: [`${size},100,50,100,0,1,0,0`] }], layout)
}

function cellOf(table: string, column: string): string {
  const row = /^ALL,.*$/m.exec(table)![0]
  return row.split(',')[headerOf(layout).split(',').indexOf(column)]!
}
