import { useEffect, useRef, type RefObject } from 'react'

const FLASH_MS = 180

/** Tints an element when its number rises or falls, not when it first appears. */
export function useFlash<Target extends HTMLElement>(value: number, subject: number): RefObject<Target | null> {
  const element = useRef<Target>(null)
  const shown = useRef({ value, subject })
  useEffect(() => {
    const before = shown.current
    shown.current = { value, subject }
    if (before.subject !== subject || before.value === value || before.value === 0) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const tint = value > before.value ? 'var(--buy-soft)' : 'var(--sell-soft)'
    element.current?.animate([{ backgroundColor: tint }, { backgroundColor: 'transparent' }], {
      duration: FLASH_MS,
      easing: 'ease-out',
    })
  }, [value, subject])
  return element
}
