import type { CallBody, CallResponse } from '@clutch/contract'
import { newActionKey } from './action-key.ts'
import { isOutcomeUnknown } from './api-error.ts'
import type { ApiClient } from './client.ts'
import type { CommandName } from './call-names.ts'

/** So many lost answers are remembered; a page that loses more has other worries. */
const UNANSWERED_MAX = 100

/** Sends commands, each under the idempotency key of the player's action behind it. */
export interface KeyedCommands {
  /** Gives the action its key now and sends it when called, for actions that wait their turn. */
  readonly prepare: <Name extends CommandName>(name: Name, body: CallBody<Name>) => () => Promise<CallResponse<Name>>
  readonly send: <Name extends CommandName>(name: Name, body: CallBody<Name>) => Promise<CallResponse<Name>>
}

/**
 * One key per action (rules §0). When the answer is lost, nobody knows whether the command was carried out: the next
 * press for the same thing goes out under the same key, so that the server answers the first outcome and acts no second
 * time. After a definite answer, good or bad, the next press is a new action with a new key: a refusal kept under the
 * old one would be answered for ever.
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
    // Taken: another press while this one is under way is another action.
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
