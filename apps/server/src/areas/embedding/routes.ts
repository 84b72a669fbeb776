import { SECOND_MS } from '@clutch/contract/formats'
import { fail, succeed } from '@clutch/economy'
import { ACCESS_TOKEN_LIFE_SEC, LINK_TOKEN_LIFE_SEC } from '../../auth/access-tokens.ts'
import { deviceName } from '../../auth/device-name.ts'
import { openedAtMs } from '../../auth/sessions.ts'
import { useOnce } from '../../auth/used-once.ts'
import type { CallHandlers } from '../../http/call-handlers.ts'
import { bearerOf, isFromOwnPage } from '../../http/own-origin.ts'
import { setFrameCookie } from '../auth/cookies.ts'
import { issueAccessToken, type AuthContext } from '../auth/sign-in.ts'

/** Calls that the app needs when embedded in another page (document 1 §1, decision 8). */
export function embeddingRoutes(context: AuthContext): CallHandlers {
  const { config, sessions, store, publicUrl } = context
  return {
    'GET /embedding': () => Promise.resolve(succeed({ parent_origins: [...config.embedOrigins] })),
    'POST /auth/frame-session': async ({ request, reply, claims, userId }) => {
      if (config.embedOrigins.length === 0) return fail({ code: 'forbidden' })
      if (!isFromOwnPage(request, publicUrl())) return fail({ code: 'origin_not_allowed' })
      if (claims === undefined) return fail({ code: 'unauthorized' })
      // A stolen access token must not be convertible to a lasting session.
      const nowMs = Date.now()
      const isFresh = nowMs - openedAtMs(claims.sessionId) <= LINK_TOKEN_LIFE_SEC * SECOND_MS
      if (!isFresh) return fail({ code: 'forbidden' })
      const { sessionId: text } = claims
      const use = await useOnce(store.db, { kind: 'frame_session', text, bearer: bearerOf(request) }, userId, nowMs)
      if (use === undefined) return fail({ code: 'forbidden' })
      const origin = { sessionId: use.sessionId, proof: request.headers.authorization ?? '' }
      const session = await sessions.openOnce(userId, deviceName(request.headers['user-agent']), origin)
      if (session === undefined) return fail({ code: 'forbidden' })
      setFrameCookie(reply, publicUrl(), session.refreshToken ?? '')
      return succeed({ access_token: await issueAccessToken(context, session, ACCESS_TOKEN_LIFE_SEC) })
    },
  }
}
