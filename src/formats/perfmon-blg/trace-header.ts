/** The file header in the first buffer: the public TRACE_LOGFILE_HEADER, as 32- and 64-bit programs write it. */
import type { ProblemSink } from '../../problems.ts'
import { bufferHeaderBytes, type TraceBuffer } from './buffers.ts'
import { readZoneRules, zoneRulesBytes, type ZoneRules } from './time-zone.ts'

export interface TraceHeader {
  /** `6.2.9200`: Windows version and build of the machine that wrote the log. */
  osVersion: string
  /** UTC in 100 ns since 1601; 0 when the log was not closed. */
  endTime: bigint
  /** The same of its beginning. */
  startTime: bigint
  /** Old buffers are overwritten when the file is full. */
  isCircular: boolean
  /** Buffers of the file, this one included, as counted when the log was closed. */
  buffersWritten: number
  eventsLost: number
  buffersLost: number
  zone: ZoneRules | null
}

/** Begins after the header of the buffer and that of the event. */
const start = bufferHeaderBytes + 32
const circularMode = 2

/** `null` when the buffer is too short for it; what is odd is reported. */
export function readTraceHeader(buffer: TraceBuffer, problems: ProblemSink): TraceHeader | null {
  const { bytes, end } = buffer
  const pointerBytes = bytes.view.getUint8(bufferHeaderBytes + 2) === 2 ? 8 : 4
  const zoneAt = start + 56 + 2 * pointerBytes
  const timesAt = (zoneAt + zoneRulesBytes + 7) & ~7
  if (timesAt + 32 > end) {
    problems.error('blg-header-damaged', `Unexpected file header of ${end} bytes, expected at least ${timesAt + 32}`, {
      byte: 0x30,
      hint: 'Times are shown as local with unknown offset from UTC. Copy the log again if it has been damaged on the way.',
    })
    return null
  }
  const header: TraceHeader = {
    osVersion: `${bytes.view.getUint8(start + 4)}.${bytes.view.getUint8(start + 5)}.${bytes.u32(start + 8)}`,
    endTime: bytes.i64(start + 16),
    startTime: bytes.i64(timesAt + 16),
    isCircular: (bytes.u32(start + 32) & circularMode) !== 0,
    buffersWritten: bytes.u32(start + 36),
    eventsLost: bytes.u32(start + 48),
    buffersLost: bytes.u32(timesAt + 28),
    zone: readZoneRules(bytes, zoneAt),
  }
  report(header, timesAt, problems)
  return header
}

function report(header: TraceHeader, timesAt: number, problems: ProblemSink): void {
  if (header.endTime === 0n) {
    problems.warning('blg-not-closed', 'Unexpected end time 0 in the file header, expected the time of closing', {
      byte: start + 16,
      hint: 'The log was still being recorded, or the machine stopped. All complete samples are used.',
    })
  }
  const lost: [number, string, number][] = [
    [header.buffersLost, 'buffers', timesAt + 28],
    [header.eventsLost, 'events', start + 48],
  ]
  for (const [count, what, byte] of lost) {
    if (count === 0) continue
    problems.warning('blg-data-lost', `Unexpected ${count} lost ${what}, expected none`, {
      byte,
      hint: 'The machine was too busy to write all samples. Record fewer counters or less often.',
    })
  }
  if (header.zone === null) {
    problems.warning('blg-zone-damaged', 'Unexpected time zone in the file header, expected a bias within 15 hours', {
      byte: start + 56,
      hint: 'Times are shown as local; give the zone with --time-zone if times matter.',
    })
  }
}
