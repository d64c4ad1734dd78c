/** Path and archive member in one, as problems name a log: `run7.zip/inst-0.csv`. */
export function logName({ path, member }: { path: string; member: string | null }): string {
  return member === null ? path : `${path}/${member}`
}
