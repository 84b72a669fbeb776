import type { SignInOrigin } from '../../auth/sessions.ts'
import { findUse, useOnce, type Proof, type ProofUse } from '../../auth/used-once.ts'
import { verifyAssertion, type Assertion } from '../../platform/openid.ts'
import { authenticateTicket } from '../../platform/web-api.ts'
import { isOperator } from '../../auth/roles.ts'
import { readSecret } from '../../auth/server-secrets.ts'
import { isSignInLink, readSignInLink } from '../../auth/sign-in-links.ts'
import type { AuthContext } from './sign-in.ts'

type FailureCode = 'invalid_ticket' | 'platform_unavailable' | 'platform_unexpected'

/** The confirmed Steam id, or the reason for rejecting the sign-in. */
export type Proved =
  | { readonly ok: true; readonly steamId: string; readonly origin: SignInOrigin | undefined }
  | { readonly ok: false; readonly code: FailureCode; readonly reason: string }

/**
 * Verifies the platform's proof of a player's identity. A proof is valid once (rules §14). The same browser may repeat
 * it for a while, in case the first response was lost, and then gets the same session (rules §17).
 */
export class SignInProofs {
  readonly #context: Pick<AuthContext, 'config' | 'store'>
  /** Checks in progress: concurrent equal proofs share one outcome, because the platform confirms each proof once. */
  readonly #underWay = new Map<string, Promise<Proved>>()

  constructor(context: Pick<AuthContext, 'config' | 'store'>) {
    this.#context = context
  }

  /** @param bearer identifies the browser; a ticket repeated by another browser is rejected */
  async ofTicket(ticket: string, bearer: string): Promise<Proved> {
    const { platform } = this.#context.config
    // Tickets are hex and case-insensitive: normalized, so that the same ticket is recognized.
    const text = ticket.toLowerCase()
    if (isSignInLink(text)) return this.#ofLink(text, bearer)
    return this.#join({ kind: 'ticket', text, bearer }, async (proof) => {
      const verified = await authenticateTicket(platform, ticket)
      // The simulated platform reissues the same ticket, so each use is a new sign-in.
      if (verified.ok && platform.isSimulated) return { ok: true, steamId: verified.steamId, origin: undefined }
      if (!verified.ok && verified.code !== 'invalid_ticket') {
        return { ok: false, code: verified.code, reason: verified.code }
      }
      return this.#prove(proof, verified.ok ? verified.steamId : undefined, text)
    })
  }

  /** @param state of the attempt; the browser has proved that it began it */
  async ofAssertion(assertion: Assertion, state: string): Promise<Proved> {
    const { steamId, nonce } = assertion
    return this.#join({ kind: 'nonce', text: nonce, bearer: `${state} ${steamId}` }, async (proof) => {
      const verdict = await verifyAssertion(this.#context.config.platform, assertion)
      if (verdict.kind === 'unavailable') return { ok: false, code: 'platform_unavailable', reason: verdict.detail }
      if (verdict.kind === 'unexpected') return { ok: false, code: 'platform_unexpected', reason: verdict.detail }
      return this.#prove(proof, verdict.kind === 'confirmed' ? steamId : undefined, `${state} ${nonce}`)
    })
  }

  /** A link that the game's server requested (integration §2). */
  #ofLink(text: string, bearer: string): Promise<Proved> {
    return this.#join({ kind: 'sign_in_link', text, bearer }, async (proof) => {
      const secret = await readSecret(this.#context.store.db, 'sign-in-links')
      const steamId = readSignInLink(secret, text, Date.now())
      // A player may have become an operator since.
      const isUsable =
        steamId !== undefined && !(await isOperator(this.#context.store.db, this.#context.config, steamId))
      return this.#prove(proof, isUsable ? steamId : undefined, text)
    })
  }

  /** @param steamId undefined when the platform does not confirm the proof, which happens for one confirmed before */
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
