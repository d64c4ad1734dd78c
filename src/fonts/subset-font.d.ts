/** The package brings no types of its own: the part of it that subset.ts calls. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat?: 'woff2' | 'truetype'; keepFeatures?: string[]; noHinting?: boolean },
  ): Promise<Buffer>
}
