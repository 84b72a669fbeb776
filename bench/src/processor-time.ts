import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const US_PER_TICK = 10_000
/** Fields 14 and 15 of `/proc/<pid>/stat`, counted after the name: time in user and system mode. */
const [USER_FIELD, SYSTEM_FIELD] = [11, 12]
const POSTGRES = 'postgres'

/** CPU time of a process, user and system, in microseconds; 0 if it has ended. */
export function processorTimeUs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[USER_FIELD]) + Number(fields[SYSTEM_FIELD])) * US_PER_TICK
  } catch {
    return 0
  }
}

/** The same for all PostgreSQL processes on this machine. */
export function postgresTimeUs(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && nameOf(name).startsWith(POSTGRES))
  return pids.reduce((sum, pid) => sum + processorTimeUs(Number(pid)), 0)
}

function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return ''
  }
}
