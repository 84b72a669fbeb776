import type { ItemDefinition } from '@clutch/contract'
import { useId, useState, type KeyboardEvent } from 'react'
import { pressedKey } from '../ui/keyboard.ts'
import { findTags, suggestTags } from './suggest-tags.ts'
import { useTagName } from './use-tag-name.ts'

/** A longer list is not useful; typing narrows it. */
const SUGGESTIONS_SHOWN_MAX = 60

/** An updater of the selected tags, so that two changes at once do not overwrite each other. */
export type ChangeTags = (change: (chosen: readonly string[]) => readonly string[]) => void

interface TagChoiceOptions {
  readonly items: readonly ItemDefinition[]
  readonly chosen: readonly string[]
  readonly onChange: ChangeTags
}

/** A combobox over tags: arrows move, Enter selects, Backspace in an empty field removes the last one. */
export function useTagChoice({ items, chosen, onChange }: TagChoiceOptions) {
  const listId = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [activeIndex, setActiveIndex] = useState(0)
  const all = suggestTags(items, chosen)
  const nameOf = useTagName()
  const suggestions = findTags(all, text, nameOf).slice(0, SUGGESTIONS_SHOWN_MAX)
  const active = suggestions[Math.min(activeIndex, suggestions.length - 1)]

  const add = (tag: string) => {
    onChange((now) => (now.includes(tag) ? now : [...now, tag]))
    setText('')
    setActiveIndex(0)
  }
  const step = (by: number) => {
    setOpen(true)
    setActiveIndex((suggestions.length + Math.max(0, activeIndex) + by) % Math.max(1, suggestions.length))
  }
  const keys: Readonly<Record<string, () => boolean>> = {
    ArrowDown: () => (step(1), true),
    ArrowUp: () => (step(-1), true),
    Enter: () => {
      if (isOpen && active !== undefined) add(active)
      return true
    },
    Escape: () => {
      setOpen(false)
      setText('')
      return true
    },
    Backspace: () => {
      if (text === '' && chosen.length > 0) onChange((now) => now.slice(0, -1))
      return false
    },
  }
  return {
    listId,
    nameOf,
    text,
    isOpen,
    suggestions,
    active,
    add,
    optionId: (tag: string) => `${listId}-${suggestions.indexOf(tag)}`,
    remove: (tag: string) => onChange((now) => now.filter((entry) => entry !== tag)),
    open: () => setOpen(true),
    close: () => setOpen(false),
    type: (value: string) => {
      setText(value)
      setOpen(true)
      setActiveIndex(0)
    },
    handleKey: (event: KeyboardEvent) => {
      if (keys[pressedKey(event)]?.() === true) event.preventDefault()
    },
  }
}
