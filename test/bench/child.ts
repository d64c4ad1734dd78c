/** Runs one task in a process of its own, so that the peak of its memory is its own. Prints JSON. */
import { tasks } from './tasks.ts'

const [name = '', file = ''] = process.argv.slice(2)
const measured = await tasks[name]!(file)
// Of the whole process, Node itself included; Linux and macOS count in KiB here.
const peakBytes = process.resourceUsage().maxRSS * 1024
process.stdout.write(JSON.stringify(measured === null ? null : { ...measured, peakBytes }))
