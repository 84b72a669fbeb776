import { readConfig } from '../../src/config.ts'
import { moveWorld } from '../../src/backup/move-world.ts'
import { createLogger } from '../../src/logger.ts'
import { AREAS } from '../../src/server-areas.ts'
import { startServer, type RunningServer } from '../../src/start-server.ts'
import type { TestStore } from './stores.ts'

const TOKEN_LIFE_SEC = 600

/** A call and its body; null for none. */
export type Question = readonly [call: string, body: unknown]

/** How a server is started on a world that does not change any more. */
export interface StillWorld {
  readonly contentFolder: string
  /** The time at which the world is frozen. */
  readonly nowMs: number
}

export async function startStill(store: TestStore, { contentFolder, nowMs }: StillWorld): Promise<RunningServer> {
  const read = readConfig({
    PORT: '0',
    DEMO: 'off',
    CONTENT_DIR: contentFolder,
    ...store.environment,
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return startServer({
    config: read.config,
    log: createLogger('silent'),
    rateLimitFactor: 1_000_000,
    nowMs: () => nowMs,
  })
}

/** The responses to a player's calls, in the order of the questions. */
export async function askAll(
  store: TestStore,
  world: StillWorld,
  questions: Readonly<Record<string, readonly Question[]>>,
): Promise<unknown[]> {
  const server = await startStill(store, world)
  const answers: unknown[] = []
  for (const [userId, asked] of Object.entries(questions)) {
    for (const question of asked) answers.push([question, await ask(server, userId, question)])
  }
  await server.close()
  return answers
}

async function ask({ context, url }: RunningServer, userId: string, [name, body]: Question): Promise<unknown> {
  const { sessionId } = await context.sessions.open(userId)
  const token = await context.accessTokens.issue({ userId, sessionId, roles: ['player'] }, TOKEN_LIFE_SEC)
  const [method = '', path = ''] = name.split(' ')
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
  // The port differs each time and appears in links.
  const text = (await response.text()).replaceAll(url, '')
  return { status: response.status, body: JSON.parse(text) as unknown }
}

/** Copies one store into another. @throws whatever `onProgress` throws */
export async function moveStore(
  from: TestStore,
  to: TestStore,
  onProgress: (table: string) => void = () => undefined,
): Promise<void> {
  const [source, target] = [await from.open(), await to.open()]
  try {
    await moveWorld({ from: source, to: target, areas: AREAS, onProgress })
  } finally {
    await source.close()
    await target.close()
  }
}
