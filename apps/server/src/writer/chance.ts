import { createHmac } from 'node:crypto'
import { createRng, type Rng } from '@clutch/economy'

/**
 * Random numbers of one operation, seeded with HMAC-SHA256 of the operation's id under the server's secret (rules §3).
 * Operators can recompute any result; players cannot predict one from earlier results.
 * @param secret used as text, not decoded
 */
export function rngOfOperation(secret: string, operationId: string): Rng {
  return createRng(createHmac('sha256', secret).update(operationId).digest())
}
