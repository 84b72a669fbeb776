import { readConfig } from '../apps/server/src/config.ts'
import { findOrRegisterPlayer } from '../apps/server/src/areas/players/players.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { startServer } from '../apps/server/src/start-server.ts'

/**
 * A real server in a process of its own with players signed in (`LOAD_PLAYERS`, 64 without) and no rate limits, for load and crash tests: prints
 * its address and the players' tokens as one line of JSON.
 */
const PLAYERS = Number(process.env['LOAD_PLAYERS'] ?? 64)
const NO_LIMIT = 1_000_000
const TOKEN_LIFE_SEC = 3_600
const FIRST_STEAM_ID = 76_561_190_000_200_000n

const read = readConfig({ LOG_LEVEL: 'warn', ...process.env, PORT: '0', DEMO: 'off' })
if (!read.ok) throw new Error(read.problems.join('\n'))
const server = await startServer({
  config: read.config,
  log: createLogger(read.config.logLevel),
  rateLimitFactor: NO_LIMIT,
})
const { store, writer, accessTokens, sessions } = server.context

const tokens = await Promise.all(
  Array.from({ length: PLAYERS }, async (_, index) => {
    const account = { steamId: String(FIRST_STEAM_ID + BigInt(index)), name: `Player ${index}`, isNameConfirmed: true }
    const player = await findOrRegisterPlayer(store, writer, account)
    if (player === undefined) throw new Error('The writer takes no commands')
    const { sessionId } = await sessions.open(player.userId)
    return accessTokens.issue({ userId: player.userId, sessionId, roles: ['player'] }, TOKEN_LIFE_SEC)
  }),
)
console.log(JSON.stringify({ url: server.url.replace('localhost', '127.0.0.1'), tokens }))
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
