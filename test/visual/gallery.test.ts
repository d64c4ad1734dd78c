/**
 * The gallery as it looks: every page of charts compared with a picture in `expected/`, and the texts of every drawing
 * checked for overlaps. `npm run update` rewrites the pictures; look at them before you commit.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { remove, root, type BuiltLab } from '../helpers/build-lab.ts'
import { chartKinds } from '../helpers/charts.ts'
import { buildGallery, copyGallery, drawingsOf, galleryReport } from '../helpers/gallery.ts'
import { comparePixels, rasterise, readPdf } from '../helpers/pdf.ts'
import { layoutFaults } from '../helpers/svg-layout.ts'

const expectedFolder = join(import.meta.dirname, 'expected')
/** Neither cover, contents nor data notes are charts. */
const firstPage = 3
const lastPage = 10
/** Pixels a point: small files in which a line that moves still shows. */
const scale = 0.75

let gallery: BuiltLab
beforeAll(async () => {
  gallery = await buildGallery(await copyGallery())
}, 120_000)
afterAll(() => remove(gallery.folder))

test('builds without a problem', () => {
  // One of the logs pauses on purpose.
  expect(gallery.problems.map(({ ruleId, severity }) => [ruleId, severity])).toEqual([['gap', 'info']])
})

test('shows every kind of chart', async () => {
  const template = await readFile(join(root, 'test/gallery/templates/reports/gallery.md'), 'utf8')
  for (const kind of chartKinds) expect(template).toContain(`chart=${kind}`)
  expect(template).toContain('::diagram[')
})

describe.each(['en', 'ja'])('the %s edition', (tag) => {
  test('no text of a drawing overlaps another or leaves its drawing', async () => {
    const drawings = drawingsOf(await gallery.text(`${galleryReport}/${tag}/report.html`))
    expect(drawings).toHaveLength(15)
    expect(drawings.flatMap((svg) => layoutFaults(svg))).toEqual([])
  })

  test('looks as it did', async () => {
    const pdf = await gallery.read(`${galleryReport}/${tag}/report.pdf`)
    expect((await readPdf(pdf)).pages).toHaveLength(lastPage + 1)
    const different: string[] = []
    for (let number = firstPage; number <= lastPage; number++) {
      const page = await rasterise(pdf, number, scale)
      const file = join(expectedFolder, `${tag}-${number}.png`)
      const changed = file.replace('.png', '-changed.png')
      if (process.env.UPDATE === '1') {
        await mkdir(expectedFolder, { recursive: true })
        await writeFile(file, page.png())
      }
      const { same, meanError } = existsSync(file)
        ? comparePixels(page.pixels, await pixelsOf(file))
        : { same: 0, meanError: 255 }
      if (same >= 0.95 && meanError < 0.1) await rm(changed, { force: true })
      else {
        await writeFile(changed, page.png())
        different.push(`${changed}: ${(100 * same).toFixed(2)} % alike, mean error ${meanError.toFixed(3)}`)
      }
    }
    expect(different).toEqual([])
  })
})

async function pixelsOf(file: string): Promise<Uint8ClampedArray> {
  const image = await loadImage(file)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height).data
}
