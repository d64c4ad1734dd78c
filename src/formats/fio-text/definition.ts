/** The line that announces a job: `oltp: (g=0): rw=randwrite, bs=(R) 4096B-4096B, (W) …, ioengine=libaio, iodepth=16`. */

interface Definition {
  /** Group and name: what results repeat. */
  key: string
  options: Map<string, string>
}

export function readDefinition(text: string): Definition | null {
  const match = /^(.{1,500}): \(g=(\d{1,9})\): rw=(\w+), bs=(.{1,200}?), ioengine=(\w+), iodepth=(\d{1,9})$/.exec(text)
  if (!match) return null
  const [, name, group, rw, sizes, engine, depth] = match
  const options = new Map([
    ['rw', rw!],
    ['ioengine', engine!],
    ['iodepth', depth!],
  ])
  const size = commonSize(sizes!)
  // Sizes that differ are a range for all we know.
  options.set(size === null ? 'bsrange' : 'bs', size ?? sizes!)
  return { key: `${group!}:${name!}`, options }
}

/** `(R) 16.0KiB-16.0KiB, (W) …` or `4K-4K/4K-4K/4K-4K`: bytes, if all are the same. */
function commonSize(text: string): string | null {
  const sizes = new Set(
    [...text.matchAll(/(\d{1,12}(?:\.\d+)?)([KMG]?)(?:i?B)?/g)].map(([, value, prefix]) => {
      return Number(value) * 1024 ** ' KMG'.indexOf(prefix === '' ? ' ' : prefix!)
    }),
  )
  const [size] = sizes
  return sizes.size === 1 && Number.isInteger(size) ? String(size) : null
}
