import type { CallBody, CallResponse } from '@clutch/contract'
import { newActionKey } from './action-key.ts'
import { isOutcomeUnknown } from './api-error.ts'
import type { ApiClient } from './client.ts'
import type { CommandName } from './call-names.ts'

/** Lost responses that are remembered. */
const UNANSWERED_MAX = 100

/** Sends each command under the idempotency key of the player's action. */
export interface KeyedCommands {
  /** Assigns the key now and sends when called, for actions that are queued. */
  readonly prepare: <Name extends CommandName>(name: Name, body: CallBody<Name>) => () => Promise<CallResponse<Name>>
  readonly send: <Name extends CommandName>(name: Name, body: CallBody<Name>) => Promise<CallResponse<Name>>
}

/**
 * One key per action (rules §0). When a response is lost, the command may or may not have run: the next press for the
 * same action reuses the key, so that the server replays the first outcome. After a definite response the next press is
 * a new action with a new key; a rejection under the old key would be replayed forever.
 */
export function createKeyedCommands(
  command: ApiClient['command'],
  makeKey: () => string = newActionKey,
): KeyedCommands {
  const unanswered = new Map<string, string>()

  return { prepare, send: (name, body) => prepare(name, body)() }

  function prepare<Name extends CommandName>(name: Name, body: CallBody<Name>): () => Promise<CallResponse<Name>> {
    const action = JSON.stringify([name, body])
    const key = unanswered.get(action) ?? makeKey()
    // Claimed: another press while this one is running is another action.
    unanswered.delete(action)
    return async () => {
      try {
        return await command(name, body, key)
      } catch (error) {
        if (isOutcomeUnknown(error)) remember(action, key)
        throw error
      }
    }
  }

  function remember(action: string, key: string): void {
    unanswered.set(action, key)
    const [oldest] = unanswered.keys()
    if (unanswered.size > UNANSWERED_MAX && oldest !== undefined) unanswered.delete(oldest)
  }
}
