import { EXCHANGE_STATES, EXCHANGE_STEPS, LEG_STATES, type Exchange } from '@clutch/economy'

/** Stored codes are positions in lists of the rules, which are append-only. */
const DIRECTIONS = ['to_steam', 'from_steam'] as const satisfies readonly Exchange['direction'][]

export const codeOfDirection = (direction: Exchange['direction']): number => DIRECTIONS.indexOf(direction)
export const codeOfState = (state: Exchange['state']): number => EXCHANGE_STATES.indexOf(state)
export const codeOfLegState = (state: (typeof LEG_STATES)[number]): number => LEG_STATES.indexOf(state)
export const codeOfStep = (kind: (typeof EXCHANGE_STEPS)[number]): number => EXCHANGE_STEPS.indexOf(kind)

export const directionOf = (code: number): Exchange['direction'] => known(DIRECTIONS, code)
export const stateOf = (code: number): Exchange['state'] => known(EXCHANGE_STATES, code)
export const legStateOf = (code: number): (typeof LEG_STATES)[number] => known(LEG_STATES, code)
export const stepKindOf = (code: number): (typeof EXCHANGE_STEPS)[number] => known(EXCHANGE_STEPS, code)

/** @throws for an unknown code, which means that the table is damaged */
function known<Word>(words: readonly Word[], code: number): Word {
  const word = words[code]
  if (word === undefined) throw new Error(`Unknown code ${code}`)
  return word
}
