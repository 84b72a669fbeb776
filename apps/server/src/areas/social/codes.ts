import type { FriendshipState } from '@clutch/economy'

/** The states of a side as they are stored: never renumber, only append. The views `friend` and others know them. */
const STATES: readonly FriendshipState[] = ['none', 'sent', 'received', 'accepted', 'declined', 'deleted']

export function stateCode(state: FriendshipState): number {
  return STATES.indexOf(state)
}

/** @throws for a code that was never written: the table is damaged. */
export function stateOf(code: number): FriendshipState {
  const state = STATES[code]
  if (state === undefined) throw new Error(`Unknown state ${code} of a friendship`)
  return state
}
