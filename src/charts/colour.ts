/**
 * Lightness of colours, as the eye and a black-and-white printer see it: CIE L*, 0 (black) to 100 (white), from sRGB with
 * the D65 white point (IEC 61966-2-1 and CIE 15).
 */

type Triple = readonly [number, number, number]

/** @param colour `#rrggbb` or `#rgb` */
export function lightness(colour: string): number {
  return toLab(colour)[0]
}

/** The same hue with another lightness, and `chroma` (0 grey, 1 unchanged) of its colourfulness, if the screen has it. */
export function withLightness(colour: string, target: number, chroma = 1): string {
  const [, a, b] = toLab(colour).map((value, index) => (index === 0 ? value : value * chroma)) as unknown as Triple
  // Full chroma may lie outside sRGB at the new lightness: less of it, until it fits.
  for (let part = 1; part > 0; part -= 0.05) {
    const rgb = fromLab([target, a * part, b * part])
    if (rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005)) return toHex(rgb)
  }
  return toHex(fromLab([target, 0, 0]))
}

const white: Triple = [0.95047, 1, 1.08883]

function toLab(colour: string): Triple {
  const [r, g, b] = parseHex(colour).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  ) as unknown as Triple
  const xyz = [
    0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    0.0193339 * r + 0.119192 * g + 0.9503041 * b,
  ]
  const [x, y, z] = xyz.map((value, index) => {
    const ratio = value / white[index]!
    return ratio > 216 / 24389 ? Math.cbrt(ratio) : (841 / 108) * ratio + 4 / 29
  }) as unknown as Triple
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function fromLab([l, a, b]: Triple): Triple {
  const fy = (l + 16) / 116
  const [x, y, z] = [fy + a / 500, fy, fy - b / 200].map((f, index) => {
    const ratio = f > 6 / 29 ? f ** 3 : (108 / 841) * (f - 4 / 29)
    return ratio * white[index]!
  }) as unknown as Triple
  const linear = [
    3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
    -0.969266 * x + 1.8760108 * y + 0.041556 * z,
    0.0556434 * x - 0.2040259 * y + 1.0572252 * z,
  ]
  return linear.map((channel) =>
    channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055,
  ) as unknown as Triple
}

function parseHex(colour: string): number[] {
  const digits = /^#([\da-f]{6}|[\da-f]{3})$/i.exec(colour)?.[1]
  if (digits === undefined) throw new RangeError(`Unexpected colour "${colour}", expected #rrggbb`)
  const pairs = (digits.length === 3 ? digits.replace(/./g, '$&$&') : digits).match(/../g)!
  return pairs.map((pair) => Number.parseInt(pair, 16) / 255)
}

function toHex(rgb: Triple): string {
  const channels = rgb.map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
