/** Lines and times as the tools of 2005 write them. */

export function crlf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''))
}

/** Milliseconds of a local clock, from `2005-06-20T09:00:00`. */
export function clock(text: string): number {
  return Date.parse(`${text}Z`)
}

/** `6/20/2005 9:00:00 AM`, as a machine set up in the United States shows it. */
export function usTime(ms: number): string {
  const date = new Date(ms)
  const hours = date.getUTCHours()
  const time = [hours % 12 || 12, two(date.getUTCMinutes()), two(date.getUTCSeconds())].join(':')
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${time} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `2005-06-20 09:00:00` */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

export function two(value: number): string {
  return String(value).padStart(2, '0')
}
