/** The page that Jetstress 2004 leaves of one test; layout after descriptions of later versions, labels after its dialogs. */
import type { Random } from '../random.ts'
import { crlf, usTime } from './text.ts'

interface Test {
  threads: number
  raid: string
  host: string
  drives: string
  /** Local clock, milliseconds. */
  start: number
  /** Of the database volume, per second. */
  reads: number
  writes: number
  /** Mean latencies in seconds. */
  read: number
  write: number
  random: Random
}

const limit = 0.02
const minute = 60_000

export function jetstressPage(test: Test): { name: string; bytes: Buffer } {
  const { random, start } = test
  const end = start + 120 * minute + random.integer(2_000, 9_000)
  const date = new Date(start)
  const stamp = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  const name = `Performance_${[...stamp, ...time].join('_')}`
  const [reads, writes] = [test.reads.toFixed(3), test.writes.toFixed(3)]
  const achieved = (Number(reads) + Number(writes)).toFixed(3)
  const hasPassed = test.read <= limit && test.write <= limit
  const logWrites = test.writes * random.between(0.55, 0.6)
  const before = 32_214_360_064 + random.integer(0, 9) * 1_048_576
  const lines = [
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
    '<html>',
    '<head>',
    '<title>Microsoft Exchange Server Jetstress</title>',
    '<style type="text/css">',
    '  .grid { border-collapse: collapse } .grid td, .grid th { border: 1px solid #999; padding: 2px 6px }',
    '  .grid_row_header { font-weight: bold }',
    '</style>',
    '</head>',
    '<body>',
    '<h1>Microsoft Exchange Server Jetstress 2004</h1>',
    '<h1>Performance Test Result Report</h1>',
    '<h2>Test Summary</h2>',
    ...grid([
      ['Overall Test Result', hasPassed ? 'Pass' : 'Fail'],
      ['Machine Name', test.host],
      ['Test Description', `${test.drives}, RAID ${test.raid}, ${test.threads} threads`],
      ['Test Start Time', usTime(start)],
      ['Test End Time', usTime(end)],
      ['Jetstress Version', '06.05.7529.000'],
      ['Ese Version', '06.05.7226.000'],
      ['Operating System', 'Windows Server 2003 Enterprise Edition'],
      ['Performance Log', `D:\\Jetstress\\${name}.blg`],
    ]),
    '<h2>Database Sizing and Throughput</h2>',
    ...grid([
      ['Achieved I/O per Second', achieved],
      ['Initial database size', String(before)],
      ['Final database size', String(before + random.integer(240, 420) * 1_048_576)],
      ['Database files', '1'],
    ]),
    '<h2>Jetstress System Parameters</h2>',
    ...grid([
      ['Thread count', `${test.threads} (per-storage group)`],
      ['Automatic tuning', 'Off'],
      ['Estimated IOPs per mailbox', '1'],
      ['Mailbox size limit', '100 MB'],
      ['No. of mailboxes on server', '1000'],
      ['Hardware storage cache', '256 MB'],
      ['No. of storage groups', '1'],
      ['Log buffers', '64'],
      ['Insert operations', '20%'],
      ['Replace operations', '75%'],
      ['Delete operations', '5%'],
      ['Lazy commits', '93%'],
    ]),
    '<h2>Disk Subsystem Performance</h2>',
    '<table class="grid">',
    row('th', [
      'LogicalDisk',
      'Avg. Disk sec/Read',
      'Avg. Disk sec/Write',
      'Disk Reads/sec',
      'Disk Writes/sec',
      'Avg. Disk Bytes/Write',
    ]),
    row('td', ['Database (E:)', test.read.toFixed(7), test.write.toFixed(7), reads, writes, '(n/a)']),
    row('td', [
      'Log (L:)',
      '0.0000000',
      random.between(0.0004, 0.0009).toFixed(7),
      '0.000',
      logWrites.toFixed(3),
      random.between(3100, 3900).toFixed(3),
    ]),
    '</table>',
    '<h2>Host System Performance</h2>',
    '<table class="grid">',
    row('th', ['Counter', 'Average', 'Minimum', 'Maximum']),
    row('td', [
      '% Processor Time',
      (Number(achieved) * random.between(0.0052, 0.0058)).toFixed(3),
      random.between(0.2, 0.9).toFixed(3),
      random.between(22, 41).toFixed(3),
    ]),
    '</table>',
    '<h2>Test Log</h2>',
    '<pre>',
    `${usTime(start)} -- Jetstress testing begins ...`,
    `${usTime(start + 4000)} -- Attaching databases ...`,
    `${usTime(start + 9000)} -- Performance logging begins (interval: 15000 ms).`,
    `${usTime(end - 2000)} -- Performance logging ends.`,
    `${usTime(end)} -- Jetstress testing ends.`,
    '</pre>',
    '</body>',
    '</html>',
  ]
  return { name: `${name}.html`, bytes: crlf(lines) }
}

function grid(rows: [label: string, value: string][]): string[] {
  const body = rows.map(([label, value]) => `<tr><td class="grid_row_header">${label}</td><td>${value}</td></tr>`)
  return ['<table class="grid">', ...body, '</table>']
}

function row(tag: 'td' | 'th', cells: string[]): string {
  return `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
}
