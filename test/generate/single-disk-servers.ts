/** Which PRIMERGY server has how many drive bays and takes which of the disks, as two files of lab CSV. */
import { allDisks, type Disk } from './single-disk-disks.ts'

interface Server {
  name: string
  family: string
  /** Drive bays by form factor in inches. */
  bays: Partial<Record<string, number>>
}

function family(name: string, servers: Record<string, Server['bays']>): Server[] {
  return Object.entries(servers).map(([server, bays]) => ({ name: server, family: name, bays }))
}

const servers: Server[] = [
  ...family('tower', {
    'TX100 S2': { 3.5: 4 },
    'TX120 S3': { 3.5: 2, 2.5: 4 },
    'TX140 S1': { 3.5: 4, 2.5: 8 },
    'TX150 S7': { 3.5: 4, 2.5: 8 },
    'TX200 S6': { 3.5: 6, 2.5: 16 },
    'TX300 S6': { 3.5: 8, 2.5: 20 },
  }),
  ...family('rack', {
    'RX100 S6': { 3.5: 2, 2.5: 4 },
    'RX100 S7': { 3.5: 2, 2.5: 4 },
    'RX200 S6': { 2.5: 8 },
    'RX300 S6': { 3.5: 6, 2.5: 12 },
    'RX600 S5': { 2.5: 8 },
    'RX600 S6': { 2.5: 8 },
    'RX900 S1': { 2.5: 8 },
    'RX900 S2': { 2.5: 8 },
  }),
  ...family('scale-out', { 'CX120 S1': { 2.5: 2 }, 'CX122 S1': { 2.5: 2 } }),
  ...family('blade', {
    'BX620 S6': { 2.5: 2 },
    'BX920 S2': { 2.5: 2 },
    'BX922 S2': { 2.5: 2 },
    'BX924 S2': { 2.5: 2 },
    'BX960 S1': { 2.5: 2 },
  }),
  ...family('storage-blade', { SX650: { 2.5: 5 }, 'SX940 S1': { 2.5: 4 }, 'SX960 S1': { 2.5: 10 } }),
]

/** By what a disk has in common with others; the first that fits counts. Names of servers, or of families for all in one. */
const rules: { fits: (disk: Disk) => boolean; takes: string[]; except?: string[] }[] = [
  {
    fits: (disk) => disk.class === 'ECO' && disk.formFactor === '3.5',
    takes: ['tower', 'RX100 S6', 'RX100 S7'],
    except: ['TX140 S1', 'TX300 S6'],
  },
  {
    fits: (disk) => disk.class === 'ECO' && disk.capacity === 500,
    takes: ['tower', 'CX120 S1', 'BX920 S2', 'SX940 S1', 'SX960 S1'],
    except: ['TX100 S2', 'TX300 S6'],
  },
  {
    fits: (disk) => disk.class === 'ECO',
    takes: ['tower', 'RX200 S6', 'scale-out', 'BX620 S6', 'BX920 S2', 'BX924 S2', 'storage-blade'],
    except: ['TX100 S2'],
  },
  {
    fits: (disk) => disk.class === 'BC' && disk.formFactor === '3.5' && disk.capacity < 1000,
    takes: ['tower', 'RX100 S6', 'RX100 S7', 'RX300 S6'],
    except: ['TX140 S1'],
  },
  {
    fits: (disk) => disk.class === 'BC' && disk.formFactor === '3.5',
    takes: ['tower', 'RX100 S6', 'RX100 S7', 'RX300 S6'],
  },
  {
    fits: (disk) => disk.class === 'BC' && disk.interface === 'SATA' && disk.capacity < 1000,
    takes: ['tower', 'rack', 'scale-out', 'BX620 S6', 'BX920 S2', 'storage-blade'],
    except: ['TX100 S2', 'RX600 S6', 'RX900 S1', 'RX900 S2'],
  },
  {
    fits: (disk) => disk.class === 'BC' && disk.interface === 'SATA',
    takes: ['tower', 'rack', 'BX620 S6', 'BX920 S2', 'storage-blade'],
    except: ['TX100 S2', 'RX600 S6', 'RX900 S1', 'RX900 S2'],
  },
  {
    fits: (disk) => disk.interface === 'SAS' && disk.formFactor === '3.5',
    takes: ['tower', 'RX100 S6', 'RX100 S7', 'RX300 S6'],
    except: ['TX100 S2', 'TX120 S3'],
  },
  {
    fits: (disk) => disk.interface === 'SAS' && disk.capacity > 300,
    takes: ['tower', 'rack', 'BX620 S6', 'BX920 S2', 'SX940 S1', 'SX960 S1'],
    except: ['TX100 S2'],
  },
  {
    fits: (disk) => disk.interface === 'SAS',
    takes: ['tower', 'rack', 'BX620 S6', 'BX920 S2', 'storage-blade'],
    except: ['TX100 S2'],
  },
  {
    fits: (disk) => disk.technology === 'SSD' && disk.capacity === 32,
    takes: ['tower', 'rack', 'blade', 'SX940 S1', 'SX960 S1'],
    except: ['TX100 S2', 'TX140 S1', 'BX620 S6'],
  },
  {
    fits: (disk) => disk.technology === 'SSD',
    takes: ['tower', 'rack', 'blade', 'SX940 S1', 'SX960 S1'],
    except: ['TX100 S2', 'BX620 S6'],
  },
]

/** A rule may name a family whose every server has bays of the size: others would not be in the published lists. */
function takes({ name, family: own, bays }: Server, disk: Disk): boolean {
  const rule = rules.find(({ fits }) => fits(disk))!
  const isNamed = rule.takes.includes(name) || rule.takes.includes(own)
  return isNamed && rule.except?.includes(name) !== true && bays[disk.formFactor] !== undefined
}

export function writeBays(): string {
  const rows = servers.flatMap(({ name, family: own, bays }) =>
    Object.entries(bays).map(([formFactor, count]) => [
      'drive-support',
      name,
      own,
      formFactor,
      'bays',
      'driveBays',
      count,
      '',
    ]),
  )
  return labCsv(
    'Drive bays of each server, by form factor in inches',
    ['benchmark', 'server', 'family', 'formFactor', 'quantity', 'metric', 'value', 'unit'],
    rows,
  )
}

const diskColumns = ['class', 'technology', 'interface', 'lineRate', 'formFactor', 'speed', 'capacity']

function cellsOf(disk: Disk): (string | number)[] {
  return [disk.class, disk.technology, disk.interface, disk.lineRate, disk.formFactor, disk.speed, disk.capacity]
}

export function writeDisks(): string {
  return labCsv(
    'Hard disks and solid state drives; capacity in GB of 10^9 bytes, speed in rpm, line rate in Gbit/s, form factor in inches',
    ['benchmark', ...diskColumns, 'metric', 'value', 'unit'],
    allDisks.map((disk) => ['drive', ...cellsOf(disk), 'capacity', disk.capacity, 'GB']),
  )
}

/** A row for each pair of a disk and a server that takes it; the value is the disk's capacity. */
export function writeSupport(): string {
  const rows = allDisks.flatMap((disk) =>
    servers
      .filter((server) => takes(server, disk))
      .map((server) => [
        ...['drive-support', server.name, server.family],
        ...cellsOf(disk),
        ...['driveCapacity', disk.capacity, 'GB'],
      ]),
  )
  return labCsv(
    'Disks that each server takes, with their capacity; 1 GB is 10^9 bytes',
    ['benchmark', 'server', 'family', ...diskColumns, 'metric', 'value', 'unit'],
    rows,
  )
}

function labCsv(comment: string, header: string[], rows: (string | number | undefined)[][]): string {
  const lines = ['benchpaper-log,1', `# ${comment}`, header.join(','), ...rows.map((row) => row.join(','))]
  return lines.map((line) => `${line}\n`).join('')
}
