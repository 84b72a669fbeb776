import * as z from 'zod'
import { RATE_LIMITS } from '../call.ts'

/** Common properties of the console's calls. */
export const consoleCall = {
  area: 'console',
  query: z.object({}),
  bodyType: 'json',
  command: false,
  rateLimit: RATE_LIMITS.command,
} as const
