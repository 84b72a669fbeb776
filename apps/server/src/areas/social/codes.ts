import type { FriendshipState } from '@clutch/economy'

/** Stored codes of a side's states: append only, never renumber. The view `friend` depends on them. */
const STATES: readonly FriendshipState[] = ['none', 'sent', 'received', 'accepted', 'declined', 'deleted']

export function stateCode(state: FriendshipState): number {
  return STATES.indexOf(state)
}

/** @throws for an unknown code, which means that the table is damaged */
export function stateOf(code: number): FriendshipState {
  const state = STATES[code]
  if (state === undefined) throw new Error(`Unknown state ${code} of a friendship`)
  return state
}
