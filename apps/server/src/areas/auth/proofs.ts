import type { SignInOrigin } from '../../auth/sessions.ts'
import { findUse, useOnce, type Proof, type ProofUse } from '../../auth/used-once.ts'
import { verifyAssertion, type Assertion } from '../../platform/openid.ts'
import { authenticateTicket } from '../../platform/web-api.ts'
import type { AuthContext } from './sign-in.ts'

type FailureCode = 'invalid_ticket' | 'platform_unavailable' | 'platform_unexpected'

/** Who signs in, or why nobody does. */
export type Proved =
  | { readonly ok: true; readonly steamId: string; readonly origin: SignInOrigin | undefined }
  | { readonly ok: false; readonly code: FailureCode; readonly reason: string }

/**
 * Checks the platform's statement about a player who signs in. A proof is good once (rules §14). Its browser may repeat it for a
 * while, as the first answer may have been lost, and then signs in to the same session (rules §17).
 */
export class SignInProofs {
  readonly #context: Pick<AuthContext, 'config' | 'store'>
  /** Checks under way: equal proofs that arrive together get one outcome, since the platform confirms each once. */
  readonly #underWay = new Map<string, Promise<Proved>>()

  constructor(context: Pick<AuthContext, 'config' | 'store'>) {
    this.#context = context
  }

  /** @param bearer what is known of the browser: a ticket sent by another browser is refused */
  async ofTicket(ticket: string, bearer: string): Promise<Proved> {
    const { platform } = this.#context.config
    // Tickets are hex, in which case does not matter: written otherwise, it is still the same ticket.
    const text = ticket.toLowerCase()
    return this.#join({ kind: 'ticket', text, bearer }, async (proof) => {
      const verified = await authenticateTicket(platform, ticket)
      // The simulated platform's tickets are the same text each time: each use is a sign-in.
      if (verified.ok && platform.isSimulated) return { ok: true, steamId: verified.steamId, origin: undefined }
      if (!verified.ok && verified.code !== 'invalid_ticket') {
        return { ok: false, code: verified.code, reason: verified.code }
      }
      return this.#prove(proof, verified.ok ? verified.steamId : undefined, text)
    })
  }

  /** @param state of the attempt, which the browser has proved to have begun */
  async ofAssertion(assertion: Assertion, state: string): Promise<Proved> {
    const { steamId, nonce } = assertion
    return this.#join({ kind: 'nonce', text: nonce, bearer: `${state} ${steamId}` }, async (proof) => {
      const verdict = await verifyAssertion(this.#context.config.platform, assertion)
      if (verdict.kind === 'unavailable') return { ok: false, code: 'platform_unavailable', reason: verdict.detail }
      if (verdict.kind === 'unexpected') return { ok: false, code: 'platform_unexpected', reason: verdict.detail }
      return this.#prove(proof, verdict.kind === 'confirmed' ? steamId : undefined, `${state} ${nonce}`)
    })
  }

  /** @param steamId undefined when the platform does not confirm the proof: it may have done so before */
  async #prove(proof: Proof, steamId: string | undefined, secret: string): Promise<Proved> {
    const { db } = this.#context.store
    const nowMs = Date.now()
    const use: ProofUse | undefined =
      steamId === undefined ? await findUse(db, proof, nowMs) : await useOnce(db, proof, steamId, nowMs)
    if (use === undefined) {
      return { ok: false, code: 'invalid_ticket', reason: steamId === undefined ? 'not_confirmed' : 'used_before' }
    }
    return { ok: true, steamId: use.subject, origin: { sessionId: use.sessionId, proof: secret } }
  }

  #join(proof: Proof, check: (proof: Proof) => Promise<Proved>): Promise<Proved> {
    const key = JSON.stringify(proof)
    const outcome = this.#underWay.get(key) ?? check(proof).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, outcome)
    return outcome
  }
}
