import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const US_PER_TICK = 10_000
/** Fields 14 and 15 of `/proc/<pid>/stat`, counted after the name: time in user and system mode. */
const OWN_FIELDS = [11, 12]
/** Fields 16 and 17: the same of its children that have ended. */
const ENDED_FIELDS = [13, 14]
const POSTGRES = 'postgres'

/** CPU time of a process, user and system, in microseconds; 0 if it has ended. */
export function processorTimeUs(pid: number): number {
  return readTimesUs(pid, OWN_FIELDS)
}

function readTimesUs(pid: number, positions: readonly number[]): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return positions.reduce((sum, position) => sum + Number(fields[position] ?? 0), 0) * US_PER_TICK
  } catch {
    return 0
  }
}

/** The same for all PostgreSQL processes on this machine, with sessions that have ended. */
export function postgresTimeUs(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && nameOf(name).startsWith(POSTGRES))
  return pids.reduce((sum, pid) => sum + readTimesUs(Number(pid), [...OWN_FIELDS, ...ENDED_FIELDS]), 0)
}

function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return ''
  }
}
