import { createHmac } from 'node:crypto'
import { createRng, type Rng } from '@clutch/economy'

/**
 * The chance of one operation: HMAC-SHA256 with the server's secret over the operation's id seeds its draws (rules §3).
 * So the operator can recompute any result, and nobody else learns from results what others will be.
 * @param secret as it is kept: the text is the key.
 */
export function rngOfOperation(secret: string, operationId: string): Rng {
  return createRng(createHmac('sha256', secret).update(operationId).digest())
}
