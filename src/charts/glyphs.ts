/** Small neutral drawings of machines, our own, in a square of 36 px. */
import type { Theme } from './theme.ts'

export type MachineKind = 'server' | 'client' | 'switch' | 'storage' | 'controller'

export const glyphSize = 36

/** SVG elements of the drawing, with its top left corner at x, y. */
export function drawGlyph(kind: MachineKind, x: number, y: number, theme: Theme): string {
  const shapes = drawings[kind].map((shape) =>
    shape.replaceAll('LIGHT', theme.background === 'transparent' ? '#ffffff' : theme.background),
  )
  return `<g transform="translate(${x},${y})" fill="${theme.primary}" stroke="none">${shapes.join('')}</g>`
}

const drawings: Record<MachineKind, string[]> = {
  server: [3, 14, 25].map(
    (top) =>
      `<rect x="2" y="${top}" width="32" height="9" rx="1.5"/>` +
      `<path d="M6,${top + 3}h13M6,${top + 6}h13" stroke="LIGHT" stroke-width="1.2"/>` +
      `<circle cx="29" cy="${top + 4.5}" r="1.6" fill="LIGHT"/>`,
  ),
  client: [
    '<rect x="3" y="5" width="30" height="20" rx="2"/>',
    '<rect x="6" y="8" width="24" height="14" fill="LIGHT"/>',
    '<path d="M15,25h6l1.5,5h-9zM10,30h16v2h-16z"/>',
  ],
  switch: [
    '<rect x="1" y="11" width="34" height="14" rx="2"/>',
    ...[5, 10, 15, 20].map((left) => `<rect x="${left}" y="16" width="3.4" height="4.5" fill="LIGHT"/>`),
    '<circle cx="28" cy="16.5" r="1.4" fill="LIGHT"/><circle cx="28" cy="20.5" r="1.4" fill="LIGHT"/>',
  ],
  storage: [
    '<path d="M5,8c0,-2.8 5.8,-5 13,-5s13,2.2 13,5v20c0,2.8 -5.8,5 -13,5s-13,-2.2 -13,-5z"/>',
    '<path d="M5,9c0,2.8 5.8,5 13,5s13,-2.2 13,-5M5,15.5c0,2.8 5.8,5 13,5s13,-2.2 13,-5M5,22c0,2.8 5.8,5 13,5s13,-2.2 13,-5" fill="none" stroke="LIGHT" stroke-width="1.4"/>',
  ],
  controller: [
    '<rect x="3" y="8" width="30" height="18" rx="1.5"/>',
    '<rect x="12" y="12" width="10" height="10" fill="LIGHT"/>',
    '<path d="M7,26h18v4h-18z"/>',
    '<path d="M11,26v4M15,26v4M19,26v4M23,26v4" stroke="LIGHT" stroke-width="1"/>',
    '<path d="M26,12h4M26,15h4M6,12h3M6,15h3" stroke="LIGHT" stroke-width="1.2"/>',
  ],
}
