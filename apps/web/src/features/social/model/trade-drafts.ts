import type { Trade } from '@clutch/contract'
import { isSameOffer, offersOf, type Offer } from './offers.ts'

/** Offers that were not confirmed yet, by trade: closing the popup loses none. A reload does. */
const drafts = new Map<string, Offer>()

/** The player's unsent offer; undefined if it equals the one in the trade. */
export function draftOf(trade: Trade): Offer | undefined {
  return drafts.get(keyOf(trade))
}

export function persistDraft(trade: Trade, draft: Offer): void {
  if (isSameOffer(draft, offersOf(trade).own)) drafts.delete(keyOf(trade))
  else drafts.set(keyOf(trade), draft)
}

/** Call when the trade has ended or the offer was sent. */
export function dropDraft(trade: Trade): void {
  drafts.delete(keyOf(trade))
}

/** Both players of a trade may use one browser. */
export function keyOf({ id, me }: Trade): string {
  return `${id}/${me}`
}
