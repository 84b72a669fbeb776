import type { CallBody, CallResponse } from '@clutch/contract'
import { newActionKey } from '#shared/api/action-key.ts'
import { callApi } from '#shared/api/api.ts'
import { isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { ReadName } from '#shared/api/call-names.ts'

/** Operators' commands, which carry an idempotency key in their body (rules §0). */
type KeyedCall = {
  [Name in ReadName]: CallBody<Name> extends { idempotency_key?: string | undefined } ? Name : never
}[ReadName]

type Unkeyed<Body> = Body extends unknown ? Omit<Body, 'idempotency_key'> : never

/** Retries of a call under the same key while its response is lost. */
const RETRIES_MAX = 2
const RETRY_DELAY_MS = 1_000

/**
 * Sends an operator's command under a new key, since every press is a separate action (document 2 §5). A retry after a
 * lost response keeps the key, so that nothing happens twice.
 */
export async function sendUnderKey<Name extends KeyedCall>(
  name: Name,
  body: Unkeyed<CallBody<Name>>,
): Promise<CallResponse<Name>> {
  const keyed = { ...body, idempotency_key: newActionKey() } as unknown as CallBody<Name>
  for (let retries = 0; ; retries += 1) {
    try {
      return await callApi(name, keyed)
    } catch (error) {
      if (retries >= RETRIES_MAX || !isOutcomeUnknown(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** retries))
    }
  }
}
