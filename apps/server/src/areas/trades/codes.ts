import type { Confirmation, TradeStatus } from '@clutch/economy'

/** Stored codes: never renumber, only append. Indexes rely on 0 being an open trade. */
const STATUSES: readonly TradeStatus[] = ['active', 'completed', 'declined', 'cancelled', 'expired']
const CONFIRMATIONS: readonly Confirmation[] = ['none', 'blind', 'seen']

export const statusCode = (status: TradeStatus): number => STATUSES.indexOf(status)
export const confirmationCode = (confirmation: Confirmation): number => CONFIRMATIONS.indexOf(confirmation)

/** @throws for an unknown code, which means that the table is damaged */
export function tradeStatusOf(code: number): TradeStatus {
  return known(STATUSES, code)
}

/** @throws for an unknown code */
export function confirmationOf(code: number): Confirmation {
  return known(CONFIRMATIONS, code)
}

function known<Word>(words: readonly Word[], code: number): Word {
  const word = words[code]
  if (word === undefined) throw new Error(`Unknown code ${code} of a trade`)
  return word
}
