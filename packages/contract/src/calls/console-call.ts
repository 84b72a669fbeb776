import * as z from 'zod'
import { RATE_LIMITS } from '../call.ts'

/** What the calls of the operators' console have in common. */
export const consoleCall = {
  area: 'console',
  query: z.object({}),
  bodyType: 'json',
  command: false,
  rateLimit: RATE_LIMITS.command,
} as const
