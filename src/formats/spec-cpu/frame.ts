/**
 * The reasons in the frame of `#` around "INVALID RUN". Long ones are wrapped; a line that begins with a blank, a lower
 * case letter or a double quote goes on with the reason above.
 */
export function joinReasons(frame: readonly string[]): string[] {
  const reasons: string[] = []
  for (const line of frame) {
    const text = unframe(line)
    if (text.trim() === '' || text.includes('INVALID RUN')) continue
    const last = reasons.length - 1
    if (last >= 0 && /^[\s"a-z]/.test(text)) reasons[last] = `${reasons[last]!} ${text.trim()}`.slice(0, 1000)
    else if (!reasons.includes(text.trim())) reasons.push(text.trim())
  }
  return reasons
}

/** Without `# ` in front and the blanks and `#` behind; by hand, since a pattern could take ages on a hostile line. */
function unframe(line: string): string {
  let start = 0
  while (line[start] === '#') start++
  if (line[start] === ' ') start++
  let end = line.length
  while (end > start && ' \t#'.includes(line[end - 1]!)) end--
  return line.slice(start, end)
}
