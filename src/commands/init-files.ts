/** The lab that `benchpaper init` makes: one disk, measured with the documented CSV, one report in English. */

const line = `name: Example line
vendor: Example Vendor
publisher: Example Performance Lab
contact: perflab@example.com
colours:
  primary: "#1f4e79"
  secondary: "#9db8d2"
  accent: "#b3261e"
`

const report = `# Fields: docs/lab.md
template: disk-check
version: "1.0"
date: 2024-01
languages: [en]
systems:
  old: server-a
  new: server-b
logs:
  # Named parts of a path become conditions: {system} is looked up in "systems".
  - path: logs/{system}.csv
`

const system = (id: string, name: string, short: string): string => `id: ${id}
name: ${name}
short: ${short}
label: ${name}
chartLabel: ${short}
vendor: Example Vendor
cpu: { model: Example CPU, clock: 2.4 GHz, cores: 8, packages: 1 }
memory: { size: 32 GB, modules: 4, moduleSize: 8 GB, type: DDR4 ECC }
disks: { count: 2, capacity: 480 GB, interface: SATA, speed: 7.2 krpm, raid: "1" }
os: Example Server OS
`

const log = (rates: readonly number[]): string => `benchpaper-log,1
# Put your own logs here. Other formats are recognised by their content: benchpaper inspect <file>
benchmark,metric,value,unit,blockSize
${rates.map((rate, index) => `disk-read,throughput,${rate},MB/s,${4 ** (index + 1)} KB`).join('\n')}
`

const template = `---
title: "Disk read throughput"
subtitle: "{{system.new.name}} compared with {{system.old.name}}"
description: "Sequential disk reads by block size."
views:
  read:
    metric: throughput
    rows: { dimension: blockSize, order: [4 KB, 16 KB, 64 KB] }
    columns: { dimension: system, order: [old, new] }
    unit: MB/s
    decimals: 1
    derive:
      - { id: factor, label: Factor, operation: ratio, of: new, to: old, decimals: 2 }
labels:
  blockSize: { name: Block size }
  metric: { throughput: Throughput }
---

## Results

{{ref "read-table"}} and {{ref "read-chart"}} show the rates at which both systems read.

::table[Throughput by block size]{#read-table view=read}

::figure[Throughput by block size. More is better.]{#read-chart view=read chart=clustered-bars}

:claim[{{system.new.short}} is faster with every block size, by a factor of {{range "read.factor" decimals=2}}.]{if="read.factor > 1"}
`

/** Contents by path, relative to the new lab. */
export const starterFiles: Record<string, string> = {
  'data/example/line.yaml': line,
  'data/example/disk-check/report.yaml': report,
  'data/example/disk-check/logs/old.csv': log([38.5, 92.1, 131.7]),
  'data/example/disk-check/logs/new.csv': log([61.2, 148.9, 205.4]),
  'data/systems/server-a.yaml': system('server-a', 'Server A', 'A'),
  'data/systems/server-b.yaml': system('server-b', 'Server B', 'B'),
  'templates/reports/disk-check.md': template,
}
