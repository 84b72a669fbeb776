import { useState } from 'react'
import { localStore } from '../storage/browser-storage.ts'

/** A choice stored in the browser; an unknown stored value counts as the first choice. */
export function usePersistedChoice<Choice extends string>(
  key: string,
  choices: readonly [Choice, ...Choice[]],
): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => {
    const kept = localStore.getItem(key)
    return choices.find((each) => each === kept) ?? choices[0]
  })
  return [
    choice,
    (next) => {
      localStore.setItem(key, next)
      setChoice(next)
    },
  ]
}
