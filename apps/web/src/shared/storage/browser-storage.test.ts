import { expect, test, vi } from 'vitest'

vi.stubGlobal('window', {})
const { openStorage } = await import('./browser-storage.ts')
const { createMemoryStorage } = await import('./memory-storage.ts')

test('uses what the browser grants', () => {
  const granted = createMemoryStorage()
  expect(openStorage(() => granted)).toEqual({ storage: granted, isKept: true })
})

test('keeps things in memory where the browser refuses', () => {
  const { storage, isKept } = openStorage(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  storage.setItem('a', '1')
  expect([storage.getItem('a'), storage.length, isKept]).toEqual(['1', 1, false])
})
