import { EXCHANGE_STATES, EXCHANGE_STEPS, LEG_STATES, type Exchange } from '@clutch/economy'

/** Places in lists of the rules stand for words in the tables: these lists only ever grow at their end. */
const DIRECTIONS = ['to_steam', 'from_steam'] as const satisfies readonly Exchange['direction'][]

export const codeOfDirection = (direction: Exchange['direction']): number => DIRECTIONS.indexOf(direction)
export const codeOfState = (state: Exchange['state']): number => EXCHANGE_STATES.indexOf(state)
export const codeOfLegState = (state: (typeof LEG_STATES)[number]): number => LEG_STATES.indexOf(state)
export const codeOfStep = (kind: (typeof EXCHANGE_STEPS)[number]): number => EXCHANGE_STEPS.indexOf(kind)

export const directionOf = (code: number): Exchange['direction'] => known(DIRECTIONS, code)
export const stateOf = (code: number): Exchange['state'] => known(EXCHANGE_STATES, code)
export const legStateOf = (code: number): (typeof LEG_STATES)[number] => known(LEG_STATES, code)
export const stepKindOf = (code: number): (typeof EXCHANGE_STEPS)[number] => known(EXCHANGE_STEPS, code)

/** @throws for a code that was never written: the table is damaged. */
function known<Word>(words: readonly Word[], code: number): Word {
  const word = words[code]
  if (word === undefined) throw new Error(`Unknown code ${code}`)
  return word
}
