/** Builds the gallery of charts, test/gallery, or a copy of it. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildOptions } from '../../src/build/build.ts'
import { buildLab, root, temporaryFolder, type BuiltLab } from './build-lab.ts'

export const galleryReport = 'charts/gallery'

/** A temporary folder with copies of the gallery's `data` and `templates`. */
export async function copyGallery(): Promise<string> {
  const folder = await temporaryFolder()
  await cp(join(root, 'test/gallery'), folder, { recursive: true })
  return folder
}

export function buildGallery(folder: string, options: Partial<BuildOptions> = {}): Promise<BuiltLab> {
  return buildLab(folder, { templates: join(folder, 'templates'), ...options })
}

/** Drawings of a page's figures, in its order. */
export function drawingsOf(html: string): string[] {
  return [...html.matchAll(/<figure class="chart"[^>]*>(<svg[\s\S]*?<\/svg>)/g)].map(([, svg]) => svg!)
}
