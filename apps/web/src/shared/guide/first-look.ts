import { localStore } from '../storage/browser-storage.ts'

const LOOKED_KEY = 'guide-looked'
const YES = '1'

/** Records that an item's page has been opened: the first step of a first trade. */
export function recordFirstLook(): void {
  if (!hasLooked()) localStore.setItem(LOOKED_KEY, YES)
}

export function hasLooked(): boolean {
  return localStore.getItem(LOOKED_KEY) === YES
}
