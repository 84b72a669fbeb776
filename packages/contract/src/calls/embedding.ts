import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { emptyBody } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { accessToken } from './auth.ts'

export const embeddingContract = {
  calls: {
    'GET /embedding': {
      summary: 'Which origins may show the app in a frame: with their pages, and no others, it exchanges messages',
      area: 'embedding',
      access: 'public',
      command: false,
      bodyType: 'none',
      body: emptyBody,
      query: z.object({}),
      response: z.object({ parent_origins: z.array(z.string()) }),
      rateLimit: RATE_LIMITS.read,
    },
    'POST /auth/frame-session': {
      summary: 'Gives a framed app a session of its own, once per sign-in and only in its first minute',
      area: 'embedding',
      access: 'player',
      command: false,
      bodyType: 'json',
      body: emptyBody,
      query: z.object({}),
      response: accessToken,
      rateLimit: RATE_LIMITS.signIn,
    },
  },
} as const satisfies ContractArea
