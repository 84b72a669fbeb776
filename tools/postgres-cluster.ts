import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** `fast` ends sessions and flushes; `immediate` is a crash. */
export type StopMode = 'fast' | 'immediate'

/** A PostgreSQL server in a temporary folder, deleted when stopped. */
export interface PostgresCluster {
  /** A connection string without a database name: append one. */
  readonly url: string
  /** Folder of its programs, such as `pgbench`. */
  readonly binFolder: string
  /**
   * Runs SQL in one of its databases.
   * @returns the values of the rows as `psql` prints them
   * @throws when the server rejects it
   */
  ask(database: string, sql: string): string
  /** Changes a setting that needs no restart. */
  set(name: string, value: string): void
  /** Stops the server and keeps its data; `launch` starts it again on the same port. */
  halt(mode: StopMode): Promise<void>
  launch(): Promise<void>
  stop(): Promise<void>
}

/** A server that receives the changes of another one. */
export interface PostgresStandby extends PostgresCluster {
  /** Makes it a primary; resolves when it accepts writes. */
  promote(): void
}

const POSTGRES_VERSIONS_FOLDER = '/usr/lib/postgresql'
const OLDEST_VERSION = 15
const READY_TRIES_MAX = 100
const READY_PAUSE_MS = 100

/** Program folder of the newest installed PostgreSQL, 15 or newer; undefined without one. */
export function findPostgres(): string | undefined {
  if (!existsSync(POSTGRES_VERSIONS_FOLDER)) return undefined
  const [newest] = readdirSync(POSTGRES_VERSIONS_FOLDER)
    .map(Number)
    .filter((version) => version >= OLDEST_VERSION)
    .toSorted((a, b) => b - a)
  const folder = join(POSTGRES_VERSIONS_FOLDER, String(newest), 'bin')
  return existsSync(join(folder, 'initdb')) ? folder : undefined
}

/**
 * Creates and starts a cluster on a free port.
 * @param within parent of its folder
 * @throws when no PostgreSQL is installed.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  within = tmpdir(),
): Promise<PostgresCluster> {
  const place = makePlace(within)
  place.run('initdb', ['-D', place.dataFolder, '-U', 'clutch', '--auth=trust', '-E', 'UTF8', '--no-sync'])
  return startServer(place, settings)
}

/**
 * Copies a running cluster and starts the copy as its standby, on a free port.
 * @param name as `synchronous_standby_names` of the primary can list it
 */
export async function startStandby(primary: PostgresCluster, name: string): Promise<PostgresStandby> {
  const place = makePlace(tmpdir())
  const source = `${primary.url}/postgres?application_name=${name}`
  place.run('pg_basebackup', ['-d', source, '-D', place.dataFolder, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
  const server = await startServer(place, {})
  return { ...server, promote: () => place.run('pg_ctl', ['-D', place.dataFolder, '-w', 'promote']) }
}

/** A new folder for a cluster, and PostgreSQL's programs run by its owner. */
interface Place {
  readonly folder: string
  readonly dataFolder: string
  readonly binFolder: string
  command(program: string, args: readonly string[]): CommandLine
  /** Runs a program to its end. @throws when it fails */
  run(program: string, args: readonly string[]): void
}

function makePlace(within: string): Place {
  const binFolder = findPostgres()
  if (binFolder === undefined) throw new Error('PostgreSQL 15 or newer is not installed')
  const folder = mkdtempSync(join(within, 'clutch-postgres-'))
  const asOwner = ownerCommand(folder)
  const command = (program: string, args: readonly string[]) => asOwner(join(binFolder, program), [...args])
  const run = (program: string, args: readonly string[]): void => {
    execFileSync(...command(program, args), { stdio: ['ignore', 'ignore', 'inherit'], cwd: tmpdir() })
  }
  return { folder, dataFolder: join(folder, 'data'), binFolder, command, run }
}

async function startServer(place: Place, settings: Readonly<Record<string, string>>): Promise<PostgresCluster> {
  const { folder, dataFolder, binFolder } = place
  const port = await freePort()
  const options = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: folder, ...settings }
  const [program, args] = place.command('postgres', [
    '-D',
    dataFolder,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  let ended = Promise.resolve()
  let isHalted = false
  const launch = async (): Promise<void> => {
    isHalted = false
    let server: ChildProcess | undefined
    for (let tries = 0; tries < READY_TRIES_MAX; tries += 1) {
      // A previous process that is still ending holds the folder: then this one exits immediately and has to be
      // restarted.
      if (server === undefined || server.exitCode !== null || server.signalCode !== null) {
        const begun = spawn(program, args, { stdio: 'ignore' })
        ended = new Promise((resolve) => begun.once('exit', () => resolve()))
        server = begun
      }
      if (isReady(binFolder, port)) return
      await wait(READY_PAUSE_MS)
    }
    throw new Error('PostgreSQL did not become ready')
  }
  const halt = async (mode: StopMode): Promise<void> => {
    place.run('pg_ctl', ['-D', dataFolder, '-m', mode, '-w', 'stop'])
    await ended
    isHalted = true
  }
  const url = `postgres://clutch@127.0.0.1:${port}`
  const ask = (database: string, sql: string): string =>
    execFileSync(join(binFolder, 'psql'), [`${url}/${database}`, '-qAtc', sql], { encoding: 'utf8' }).trim()
  await launch()
  return {
    url,
    binFolder,
    ask,
    set(name, value) {
      ask('postgres', `alter system set ${name} = '${value}'`)
      ask('postgres', 'select pg_reload_conf()')
    },
    halt,
    launch,
    async stop() {
      if (!isHalted) await halt('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type CommandLine = readonly [program: string, args: string[]]

/** PostgreSQL refuses to run as root, so the `postgres` user then owns the folder and runs the programs. */
function ownerCommand(folder: string): (program: string, args: string[]) => CommandLine {
  if (process.getuid?.() !== 0) return (program, args) => [program, args]
  chownSync(folder, idOfPostgres('-u'), idOfPostgres('-g'))
  return (program, args) => ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', program, ...args]]
}

function idOfPostgres(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

function isReady(binFolder: string, port: number): boolean {
  const { status } = spawnSync(join(binFolder, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)])
  return status === 0
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
