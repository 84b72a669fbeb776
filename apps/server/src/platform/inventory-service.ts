import type { PlatformConfig } from '../config.ts'
import { readBoundedText } from './bounded-text.ts'
import { classifyReply, type CallOutcome, type PlatformStack } from './call-outcome.ts'

/** Timeout of a call; shorter than a player's lock. */
export const CALL_TIMEOUT_MS = 6_000
/** 100,000 stacks of about 300 characters each. */
const INVENTORY_BYTES_MAX = 32 * 1_024 * 1_024

/** Players' inventories on the store platform (IInventoryService). */
export interface PlatformInventories {
  readonly list: (steamId: string, signal: AbortSignal) => Promise<CallOutcome<readonly PlatformStack[]>>
  /** Grants one of each named definition, at most once per request id. */
  readonly add: (
    steamId: string,
    itemIds: readonly number[],
    requestId: string,
    signal: AbortSignal,
  ) => Promise<CallOutcome<readonly PlatformStack[]>>
  /** Takes a number of items from a stack, at most once per request id. */
  readonly consume: (
    steamId: string,
    stackId: string,
    count: number,
    requestId: string,
    signal: AbortSignal,
  ) => Promise<CallOutcome<readonly PlatformStack[]>>
  /** Merges the stacks of each named definition. */
  readonly consolidate: (
    steamId: string,
    itemIds: readonly number[],
    signal: AbortSignal,
  ) => Promise<CallOutcome<readonly PlatformStack[]>>
}

type Parameters = Readonly<Record<string, string>>

/** The platform over HTTP. */
export function platformInventories(config: PlatformConfig): PlatformInventories {
  const call = async (
    method: 'GET' | 'POST',
    name: string,
    parameters: Parameters,
    signal: AbortSignal,
  ): Promise<CallOutcome<readonly PlatformStack[]>> => {
    const all = new URLSearchParams({ key: config.apiKey, appid: String(config.appId), ...parameters })
    const address = new URL(`${config.apiUrl}/IInventoryService/${name}/v1/`)
    if (method === 'GET') address.search = all.toString()
    try {
      const response = await fetch(address, {
        method,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
        ...(method === 'GET' ? {} : { body: all }),
      })
      const text = await readBoundedText(response, INVENTORY_BYTES_MAX)
      return classifyReply({ status: response.status, eresult: response.headers.get('x-eresult') ?? undefined, text })
    } catch (error) {
      return { kind: 'ambiguous', reason: whyUnheard(error) }
    }
  }
  return {
    list: (steamid, signal) => call('GET', 'GetInventory', { steamid }, signal),
    add: (steamid, itemIds, requestid, signal) =>
      call('POST', 'AddItem', { steamid, requestid, ...listed(itemIds) }, signal),
    consume: (steamid, itemid, quantity, requestid, signal) =>
      call('POST', 'ConsumeItem', { steamid, itemid, quantity: String(quantity), requestid }, signal),
    consolidate: (steamid, itemIds, signal) =>
      call('POST', 'Consolidate', { steamid, force: '1', ...listed(itemIds) }, signal),
  }
}

/** System error code such as ECONNREFUSED; shown to players in the evidence of an exchange. */
function whyUnheard(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  const { cause, name } = error
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : name
}

function listed(itemIds: readonly number[]): Parameters {
  return Object.fromEntries(itemIds.map((id, index) => [`itemdefid[${index}]`, String(id)]))
}
