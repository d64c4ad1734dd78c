import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixtures } from '../../generate/perfmon-blg.ts'
import { checkFormat } from '../../helpers/check-format.ts'

const folder = 'test/fixtures/perfmon-blg'

describe('fixtures of binary performance logs', () => {
  it.each([...fixtures])('%s is what the writer makes and reads as its golden file says', async (name, make) => {
    const file = join(folder, name)
    const bytes = make()
    if (process.env.UPDATE !== undefined && process.env.CI === undefined) writeFileSync(file, bytes)
    expect(existsSync(file) && readFileSync(file).equals(bytes)).toBe(true)
    const log = await checkFormat(file, 'perfmon-blg')
    expect(log.runs).toHaveLength(1)
  })
})
