import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../apps/server/src/config.ts'
import { findOrRegisterPlayer } from '../apps/server/src/areas/players/players.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { startServer } from '../apps/server/src/start-server.ts'

/**
 * A real server for load and crash tests, with signed-in players (`LOAD_PLAYERS`, default 64) and without rate limits.
 * Prints its address and the players' tokens as one line of JSON. With `LOAD_REFERRED` all players used the referral
 * link of the first.
 */
const PLAYERS = Number(process.env['LOAD_PLAYERS'] ?? 64)
const READY_PAUSE_MS = 50
const NO_LIMIT = 1_000_000
const TOKEN_LIFE_SEC = 3_600
/** More at once would exceed the timeout for a database connection. */
const ENTER_AT_ONCE = 50
const FIRST_STEAM_ID = 76_561_190_000_200_000n

const read = readConfig({ LOG_LEVEL: 'warn', ...process.env, PORT: '0', DEMO: 'off' })
if (!read.ok) throw new Error(read.problems.join('\n'))
const server = await startServer({
  config: read.config,
  log: createLogger(read.config.logLevel),
  rateLimitFactor: NO_LIMIT,
})
const { store, writer, accessTokens, sessions } = server.context

// With NATS it serves before it has the lease.
while (!(await fetch(`${server.url}/api/health/ready`)).ok) await wait(READY_PAUSE_MS)
const first = await enter(0)
const referrerId = process.env['LOAD_REFERRED'] === undefined ? undefined : first.userId
const entered = [first]
while (entered.length < PLAYERS) {
  const next = entered.length
  const count = Math.min(ENTER_AT_ONCE, PLAYERS - next)
  entered.push(...(await Promise.all(Array.from({ length: count }, (_, index) => enter(next + index, referrerId)))))
}
const tokens = entered.map(({ token }) => token)
console.log(JSON.stringify({ url: server.url.replace('localhost', '127.0.0.1'), tokens }))
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))

async function enter(index: number, referrerId?: string): Promise<{ readonly userId: string; readonly token: string }> {
  const account = { steamId: String(FIRST_STEAM_ID + BigInt(index)), name: `Player ${index}`, isNameConfirmed: true }
  const player = await findOrRegisterPlayer(store, writer, { ...account, referrerId })
  if (player === undefined) throw new Error('The writer takes no commands')
  const { userId } = player
  const { sessionId } = await sessions.open(userId)
  return { userId, token: await accessTokens.issue({ userId, sessionId, roles: ['player'] }, TOKEN_LIFE_SEC) }
}
