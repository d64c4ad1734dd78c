/** What the configuration utility of the controllers says of the arrays, noted as Lab CSV. */
import { crlf } from './text.ts'

/** Default stripe sizes in KiB, by RAID level. */
const stripes: [raid: string, kib: number][] = [
  ['0', 128],
  ['1+0', 128],
  ['5', 64],
  ['6', 16],
]

export function arrayLogs(): [string, Buffer][] {
  const head = 'benchmark,metric,value,unit,raid,operation,tool,toolVersion'
  const tool = 'Array Configuration Utility,7.40.7.0'
  const rows = [
    ...stripes.map(([raid, kib]) => `array-settings,stripeSize,${kib},KiB,RAID ${raid},,${tool}`),
    ...['read', 'write'].map((operation) => `array-settings,cacheShare,50,%,,${operation},${tool}`),
  ]
  return [['arrays.csv', crlf(['benchpaper-log,1', '# Defaults, the same on all controllers', head, ...rows])]]
}
