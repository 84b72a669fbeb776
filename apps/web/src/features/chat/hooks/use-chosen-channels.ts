import { useState } from 'react'
import { localStore } from '#shared/storage/browser-storage.ts'
import type { Channel } from '../api/channels.ts'
import { firstChosen } from '../model/chosen-channels.ts'

const CHOSEN_KEY = 'chatChannels'

/** The selected channels, stored across visits. */
export function useChosenChannels(channels: readonly Channel[]): {
  readonly chosen: readonly Channel[]
  readonly choose: (ids: readonly string[]) => void
} {
  const [ids, setIds] = useState<readonly string[]>(() => savedIds() ?? firstChosen(channels))
  return {
    chosen: channels.filter(({ ID }) => ids.includes(ID)),
    choose(chosen) {
      setIds(chosen)
      localStore.setItem(CHOSEN_KEY, JSON.stringify(chosen))
    },
  }
}

function savedIds(): readonly string[] | undefined {
  try {
    const saved: unknown = JSON.parse(localStore.getItem(CHOSEN_KEY) ?? 'null')
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string') : undefined
  } catch {
    return undefined
  }
}
