import './kept-pglite.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/logger.ts'
import { AREAS } from '../../src/server-areas.ts'
import { startServer } from '../../src/start-server.ts'
import { checkIntegrity } from '../../src/integrity/integrity-check.ts'
import { openStore } from '../../src/store/store.ts'
import { startPlatform } from './start-platform.ts'
import type { Program, WorldAnswer, WorldRequest } from './world-requests.ts'

/*
 * Run by `fork`: starts server and platform as their programs do, for one file of journeys after another, and runs the
 * integrity check on their stores. Separate processes would spend most of their time starting.
 */

interface Running {
  readonly url: string
  close(): Promise<unknown>
}
type Environment = Readonly<Record<string, string>>

const running = new Map<Program, Running>()

const STARTS: Readonly<Record<Program, (environment: Environment) => Promise<Running>>> = {
  platform: startPlatform,
  server(environment) {
    const read = readConfig(environment)
    if (!read.ok) throw new Error(read.problems.join('\n'))
    return startServer({ config: read.config, log: createLogger(read.config.logLevel) })
  },
}

async function start(program: Program, environment: Environment): Promise<string> {
  // After a failed start there is nothing to stop.
  await stop(program)
  const started = await STARTS[program](environment)
  running.set(program, started)
  return started.url
}

async function stop(program: Program): Promise<void> {
  const ending = running.get(program)
  running.delete(program)
  await ending?.close()
}

async function audit(dataDir: string): Promise<unknown> {
  const store = await openStore({ databaseUrl: undefined, dataDir })
  try {
    return await checkIntegrity(store.db, AREAS)
  } finally {
    await store.close()
  }
}

function perform(request: WorldRequest): Promise<unknown> {
  switch (request.type) {
    case 'start':
      return start(request.program, request.environment)
    case 'stop':
      return stop(request.program)
    case 'audit':
      return audit(request.folder)
  }
}

const answer = (given: WorldAnswer): void => void process.send?.(given)

process.on('message', (request: WorldRequest) => {
  perform(request).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
// The parent process is gone.
process.on('disconnect', () => process.exit())
