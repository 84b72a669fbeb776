import { useState } from 'react'
import { localStore } from '../storage/browser-storage.ts'

/** A choice that the browser keeps from visit to visit; anything else that stands there counts as the first choice. */
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
