import { SECOND_MS } from '@clutch/contract/formats'
import type { Config } from '../config.ts'
import { ACCESS_TOKEN_LIFE_SEC, AccessTokens } from './access-tokens.ts'
import type { Sessions } from './sessions.ts'
import { keysOfSetting, readKeyFile } from './signing-keys.ts'

/** Opens access tokens. Loads recently ended sessions, so that their tokens stay invalid after a restart. */
export async function openAccessTokens(config: Config, sessions: Sessions): Promise<AccessTokens> {
  const { tokenKeys, dataDir } = config
  const keys = tokenKeys.length > 0 ? keysOfSetting(tokenKeys) : readKeyFile(dataDir, ACCESS_TOKEN_LIFE_SEC)
  const tokens = new AccessTokens({ keys, isOpen: (sessionId) => sessions.isOpen(sessionId) })
  const ended = await sessions.endedSince(Date.now() - ACCESS_TOKEN_LIFE_SEC * SECOND_MS)
  for (const sessionId of ended) tokens.endSession(sessionId)
  return tokens
}
