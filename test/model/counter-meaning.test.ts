import { expect, test } from 'vitest'
import { counterMeaning } from '../../src/model/counter-meaning.ts'

test.each([
  ['Processor', '% Processor Time', 'cpuUtilization', 'ratio', 1, 100],
  ['processor information', '% processor time', 'cpuUtilization', 'ratio', 1, 100],
  ['PhysicalDisk', 'Disk Read Bytes/sec', 'diskReadRate', 'B/s', 1, 1],
  ['LogicalDisk', 'Current Disk Queue Length', 'diskQueueLength', '1', 1, 1],
  ['PhysicalDisk', 'Avg. Disk sec/Transfer', 'diskTransferTime', 's', 1, 1],
  ['PhysicalDisk', 'Avg. Disk Bytes/Read', 'diskReadSize', 'B', 1, 1],
  ['PhysicalDisk', 'Disk Reads/sec', 'diskReads', '1/s', 1, 1],
  ['LogicalDisk', 'Free Megabytes', 'counter', 'B', 2 ** 20, 1],
  ['Network Interface', 'Bytes Sent/sec', 'networkSendRate', 'B/s', 1, 1],
  ['Network Interface', 'Current Bandwidth', 'networkBandwidth', 'B/s', 1, 8],
  ['Memory', 'Available KBytes', 'memoryAvailable', 'B', 1024, 1],
  ['Memory', 'Available MBytes', 'memoryAvailable', 'B', 2 ** 20, 1],
  ['Memory', '% Committed Bytes In Use', 'memoryCommittedPart', 'ratio', 1, 100],
  ['Memory', 'Long-Term Average Standby Cache Lifetime (s)', 'counter', 's', 1, 1],
  ['Process', 'Working Set Peak', 'counter', 'B', 1, 1],
  ['Process', 'IO Read Bytes/sec', 'counter', 'B/s', 1, 1],
  ['Process', 'Handle Count', 'processHandles', '1', 1, 1],
  ['SQLServer:Memory Manager', 'Total Server Memory (KB)', 'counter', 'B', 1024, 1],
  ['SQLServer:Locks', 'Average Wait Time (ms)', 'counter', 's', 1, 1000],
  ['SQLServer:SQL Statistics', 'Batch Requests/sec', 'counter', '1/s', 1, 1],
  ['SMB Client Shares', 'Avg. sec/Data Request', 'counter', 's', 1, 1],
  ['Power Meter', 'Power', 'counter', 'W', 1, 1000],
])('%s\\%s', (object, counter, metric, unit, factor, divisor) => {
  expect(counterMeaning(object, counter)).toEqual({ metric, unit, factor, divisor })
})
