/**
 * diskspd XML: what `diskspd -Rxml` writes. Seen: 2.0.21a. The writer: `XmlResultParser.cpp` of
 * https://github.com/microsoft/diskspd.
 *
 *     <Results>
 *       <System><ComputerName>lab1</ComputerName><Tool><Version>2.0.21a</Version></Tool>
 *         <RunTime>2018/10/18 21:39:04 UTC</RunTime></System>
 *       <Profile><TimeSpans><TimeSpan><Duration>30</Duration><Targets><Target><BlockSize>65536</BlockSize>…
 *       <TimeSpan>
 *         <TestTimeSeconds>30.02</TestTimeSeconds><ThreadCount>4</ThreadCount>
 *         <Thread><Id>0</Id><Target><Path>C:\test.dat</Path><BytesCount>1484062720</BytesCount><IOCount>22645</IOCount>…
 *
 * Quirks met: no totals and no rates (both are computed: I/Os and bytes of all threads by the test time); latency only
 * with -L, I/Os per interval only with -D; several timespans; runs appended to one file; the warm-up is in no counter.
 */
import { elementAt, childrenOf, readXml } from '../../source/xml.ts'
import type { Measured } from '../diskspd/measured.ts'
import { buildRun } from '../diskspd/normalise.ts'
import type { Format } from '../format.ts'
import { readTimespan } from './timespan.ts'

export const diskspdXml: Format<Measured[]> = {
  id: 'diskspd-xml',
  title: 'diskspd results (XML)',
  about: {
    versions: '2.0.21a; elements of 2.1 and 2.2 as in the source',
    reads:
      'I/Os and bytes of all threads and of each target, latency, percentiles, CPU usage, I/Os per interval, profile.',
    leaves: 'Single threads, single processors, intervals of single targets, ETW counters, processor topology.',
    quirks: [
      'Totals and rates are computed, since the file has none: counters by TestTimeSeconds.',
      'Without -L there is no response time, without -D no series.',
      'The start is that of diskspd; series begin when measuring does, after the warm-up.',
    ],
  },

  detect(head) {
    return head.text.includes('<Results>') && /<(?:System|Profile|TimeSpan)\b/.test(head.text)
  },

  async parse(source) {
    const roots = (await readXml(source)).filter(({ name }) => name === 'Results')
    const measured = roots.flatMap((results) =>
      childrenOf(results, 'TimeSpan').map((timespan, i) => readTimespan(results, timespan, i, source.problems)),
    )
    if (measured.length === 0) {
      source.problems.fail('no-results', 'Unexpected end of the file without results, expected a TimeSpan', {
        line: elementAt(roots[0], 'Profile')?.line ?? roots[0]?.line ?? 1,
        hint: 'The test failed or was stopped. Look at the messages of diskspd and run it again.',
      })
    }
    return measured
  },

  normalise(raw, source) {
    return raw.map((measured, index) => buildRun(measured, index, source))
  },
}
