/**
 * Phoronix Test Suite: `test-results/<name>/composite.xml`. Seen: 10.8.4.
 * https://github.com/phoronix-test-suite/phoronix-test-suite
 *
 *     <PhoronixTestSuite>
 *       <Generated><Title>lab</Title><TestClient>Phoronix Test Suite v10.8.4</TestClient>…</Generated>
 *       <System><Identifier>A</Identifier><Hardware>Processor: X (4 Cores), Memory: 8GB</Hardware>…</System>
 *       <Result><Identifier>pts/fftw-1.2.0</Identifier><Scale>Mflops</Scale><Proportion>HIB</Proportion>
 *         <DisplayFormat>BAR_GRAPH</DisplayFormat>
 *         <Data><Entry><Identifier>A</Identifier><Value>5013.2</Value><RawString>4983.3:5027.7:5028.7</RawString></Entry>
 *
 * Quirks met: several systems in one file; one test several times, in one result or in several; an empty value for a test
 * that failed; install times and sizes among the results, without identifier; titles that a shell never filled in.
 */
import { childrenOf, readXml } from '../../source/xml.ts'
import type { Source } from '../../source/source.ts'
import type { Format } from '../format.ts'
import { isPlaceholder, normaliseFile } from './normalise.ts'
import { readResultFile, type ResultFile } from './result-file.ts'

export const phoronix: Format<ResultFile[]> = {
  id: 'phoronix',
  title: 'Phoronix Test Suite results (composite.xml)',
  about: {
    versions: '10.8.4',
    reads: 'Each value with all its samples, hardware and software of each system.',
    leaves: 'Line graphs and picture comparisons, system logs, user names, environment variables.',
    quirks: [
      'One run for each system; a test that is there several times is numbered by the dimension occurrence.',
      'Scales with a plain meaning become canonical units; the others stay a score with the dimension scale.',
      'A result without value is missing, never zero.',
    ],
  },

  detect(head) {
    return head.text.includes('<PhoronixTestSuite>')
  },

  async parse(source) {
    const roots = (await readXml(source)).filter(({ name }) => name === 'PhoronixTestSuite')
    const files = roots.map(readResultFile)
    if (files.every(({ results }) => results.length === 0)) {
      source.problems.fail('no-results', 'Unexpected end of the file without results, expected Result elements', {
        line: childrenOf(roots[0], 'System')[0]?.line ?? 1,
        hint: 'No test was finished when the file was written.',
      })
    }
    for (const file of files) reportPlaceholder(file, source)
    return files
  },

  normalise(files, source) {
    const runs = []
    for (const file of files) runs.push(...normaliseFile(file, source, runs.length))
    return runs
  },
}

function reportPlaceholder({ title, line }: ResultFile, source: Source): void {
  if (!isPlaceholder(title)) return
  source.problems.info('not-disclosed', 'Unexpected variable name as title, expected the name of the results', {
    line,
    actual: title!,
    hint: 'It is treated as not disclosed. A shell did not fill the variable in.',
  })
}
