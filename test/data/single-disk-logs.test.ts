/**
 * The logs of primergy/single-disk say what has survived of the published report. Computed here by a reader of its own that
 * knows nothing of src/: the row ALL of each test, and rows of lab CSV by their header.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { singleDiskLogs } from '../generate/single-disk-logs.ts'

const folder = 'data/primergy/single-disk/logs'
const profiles = ['Database', 'File server', 'File copy', 'Streaming', 'Restore']
const randomProfiles = profiles.slice(0, 3)

const sata = 'BC-HDD-SATA-3g-2.5in-7200rpm-500gb'
const sas = 'EP-HDD-SAS-6g-2.5in-15000rpm-146gb'
const sas10 = 'BC-HDD-SAS-6g-2.5in-10000rpm-146gb'
const ssd = 'EP-SSD-SATA-3g-2.5in-0rpm-64gb'

interface Test {
  iops: number
  mibps: number
  ms: number
}

/** By specification and outstanding I/Os. */
function readIometer(file: string): Map<string, Test> {
  const lines = readFileSync(join(folder, file), 'latin1').split('\r\n')
  const head = lines.find((line) => line.startsWith("'Target Type"))!.split(',')
  const tests = lines
    .filter((line) => line.startsWith('ALL,'))
    .map((line) => {
      const cells = line.split(',')
      const cell = (name: string): number => Number(cells[head.indexOf(name)])
      const found = { iops: cell('IOps'), mibps: cell('MBps'), ms: cell('Average Response Time') }
      return [`${cells[2]!} ${cell('Queue Depth')}`, found] as const
    })
  return new Map(tests)
}

const disks = readdirSync(join(folder, 'profiles'))
const on = new Map(disks.map((disk) => [disk, readIometer(`profiles/${disk}/cache-on.csv`)]))
const cached = disks.filter((disk) => readdirSync(join(folder, 'profiles', disk)).includes('cache-off.csv'))
const off = new Map(cached.map((disk) => [disk, readIometer(`profiles/${disk}/cache-off.csv`)]))

function at(disk: string, profile: string, depth: number): Test {
  return on.get(disk)!.get(`${profile} ${depth}`)!
}

/** In per cent. */
function lead(a: string, b: string, profile: string, depth: number): number {
  return 100 * (at(a, profile, depth).iops / at(b, profile, depth).iops - 1)
}

function gain(disk: string, profile: string, depth: number): number {
  return 100 * (at(disk, profile, depth).iops / off.get(disk)!.get(`${profile} ${depth}`)!.iops - 1)
}

const depthsOf = (profile: string): number[] => (randomProfiles.includes(profile) ? [1, 2, 4, 8, 16, 32] : [1, 2, 4, 8])

test('are what the generator writes', () => {
  const generated = singleDiskLogs()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files).toHaveLength(generated.size)
  for (const [path, content] of generated)
    expect(content.equals(readFileSync(join(folder, path))), `${path} differs from its generator`).toBe(true)
})

test('rate, throughput and response time of every test agree', () => {
  const all = [...on.values(), ...off.values()].flatMap((tests) => [...tests])
  expect(all).toHaveLength(28 * 26)
  for (const [key, { iops, mibps, ms }] of all) {
    expect(mibps, key).toBeCloseTo((iops * (key.startsWith('Database') ? 8 : 64)) / 1024, 4)
    // Little's law.
    expect((iops * ms) / 1000 / Number(key.split(' ').at(-1)), key).toBeCloseTo(1, 5)
  }
})

test('between the two highest loads every disk gains less than 5 %', () => {
  expect(disks).toHaveLength(23)
  for (const disk of disks)
    for (const profile of profiles) {
      const [before, last] = depthsOf(profile).slice(-2)
      expect(Math.abs(at(disk, profile, last!).iops / at(disk, profile, before!).iops - 1)).toBeLessThan(0.05)
    }
})

describe('SATA, SAS and SSD', () => {
  test.each(randomProfiles)('%s', (profile) => {
    expect(Math.round(lead(sas, sata, profile, 1))).toBe(50)
    expect(lead(sas, sata, profile, 32) / 100 + 1).toBeCloseTo(2, 1)
    for (const depth of [1, 2, 4, 8, 16])
      expect(Math.abs(at(sas, profile, 2 * depth).ms / at(sata, profile, depth).ms - 1)).toBeLessThan(0.1)
    expect(at(ssd, profile, 32).ms).toBeLessThan(at(sas, profile, 4).ms)
  })

  test.each([1, 2, 4, 8])('sequential, %i outstanding', (depth) => {
    expect(Math.round(lead(sas, sata, 'Streaming', depth))).toBe(40)
    expect(Math.round(lead(ssd, sas, 'Streaming', depth))).toBe(30)
    expect(Math.round(lead(sas, sata, 'Restore', depth))).toBe(39)
    const shorter = 1 - at(sas, 'Restore', depth).ms / at(sata, 'Restore', depth).ms
    expect(Math.round(100 * shorter)).toBe(28)
  })
})

test('15000 rpm leads 10000 rpm, less so under load, steadily where access is sequential', () => {
  const ends = randomProfiles.map((profile) => [1, 32].map((depth) => Math.round(lead(sas, sas10, profile, depth))))
  expect(ends).toEqual([
    [30, 20],
    [30, 23],
    [28, 18],
  ])
  for (const profile of ['Streaming', 'Restore'])
    for (const depth of depthsOf(profile)) expect(Math.round(lead(sas, sas10, profile, depth))).toBe(24)
})

test('3.5 inch leads with sequential, 2.5 inch with random profiles', () => {
  for (const profile of profiles)
    for (const depth of depthsOf(profile)) {
      const of35 = lead('BC-HDD-SATA-3g-3.5in-7200rpm-500gb', sata, profile, depth)
      expect(Math.sign(of35), `${profile} ${depth}`).toBe(randomProfiles.includes(profile) ? -1 : 1)
    }
})

test('gains of the disk cache are those published', () => {
  expect(cached).toHaveLength(5)
  const bc = 'BC-HDD-SATA-3g-3.5in-7200rpm-1000gb'
  expect(Math.round(Math.max(...depthsOf('File copy').map((depth) => gain(bc, 'File copy', depth))))).toBe(53)
  for (const disk of cached.filter((name) => name.includes('SAS'))) {
    for (const depth of [1, 32]) expect(Math.abs(gain(disk, 'Database', depth))).toBeLessThan(5)
    expect(Math.abs(gain(disk, 'File copy', 32))).toBeLessThan(5)
  }
  for (const disk of cached)
    for (const depth of [1, 2, 4, 8]) expect(Math.abs(gain(disk, 'Streaming', depth))).toBeLessThan(5)
})

test('the doubled block of a sequential access takes a hard disk twice as long', () => {
  for (const disk of [sata, sas])
    for (const pattern of ['sequential-read', 'sequential-write']) {
      const tests = [...readIometer(`block-size/${disk}/${pattern}.csv`).values()]
      expect(tests).toHaveLength(9)
      tests.slice(1).forEach((one, index) => {
        expect(one.ms / tests[index]!.ms).toBeCloseTo(2, 1)
        expect(one.iops / tests[index]!.iops).toBeCloseTo(0.5, 2)
      })
    }
})
