import { useState } from 'react'
import { useAllTexts, useCatalogue } from '#shared/catalogue/catalogue.ts'
import { createSearch } from '#shared/catalogue/search.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { namesFor, type Completion } from '../model/suggestions.ts'

const SHOWN_MAX = 8

export interface Suggestion {
  readonly label: string
  /** The replacement for what was typed. */
  readonly insert: string
  readonly itemId: number | undefined
}

export interface SuggestionList {
  readonly list: readonly Suggestion[]
  readonly active: number
  /** Arrows move, Enter and Tab select, Escape closes. @returns whether the key was handled */
  readonly press: (key: string, choose: (index: number) => void) => boolean
}

/** Completions of what is being typed: items of the catalogue, or names of recent senders. */
export function useSuggestions(completion: Completion | undefined, names: readonly string[]): SuggestionList {
  const { data: catalogue } = useCatalogue()
  const nameOf = useItemName()
  useAllTexts(completion?.kind === 'item')
  const asked = completion === undefined ? '' : `${completion.kind} ${completion.start} ${completion.query}`
  const [state, setState] = useState({ asked, active: 0, isClosed: false })
  const { active: chosen, isClosed } = state.asked === asked ? state : { active: 0, isClosed: false }

  const find = (): readonly Suggestion[] => {
    if (completion === undefined || isClosed) return []
    if (completion.kind === 'name') {
      return namesFor(completion.query, names)
        .slice(0, SHOWN_MAX)
        .map((name) => ({ label: name, insert: `@${name}`, itemId: undefined }))
    }
    const items = catalogue?.items ?? []
    return items
      .filter(createSearch(completion.query, items))
      .slice(0, SHOWN_MAX)
      .map(({ Itemdefid: itemId }) => ({ label: nameOf(itemId), insert: `[item:${itemId}]`, itemId }))
  }
  const list = find()
  const active = Math.min(chosen, Math.max(0, list.length - 1))
  return {
    list,
    active,
    press(key, choose) {
      if (list.length === 0) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (step !== undefined) {
        setState({ asked, active: (active + step + list.length) % list.length, isClosed: false })
        return true
      }
      if (key === 'Enter' || key === 'Tab') {
        choose(active)
        return true
      }
      if (key === 'Escape') {
        setState({ asked, active: 0, isClosed: true })
        return true
      }
      return false
    },
  }
}
