import * as z from 'zod'
import type { ContractArea } from '../area.ts'
import { emptyBody } from '../bounds.ts'
import { RATE_LIMITS } from '../call.ts'
import { accessToken } from './auth.ts'

export const embeddingContract = {
  calls: {
    'GET /embedding': {
      summary: 'The origins that may embed the app in a frame and exchange messages with it',
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
      summary: 'Creates a session for a framed app, once per sign-in and within its first minute',
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
