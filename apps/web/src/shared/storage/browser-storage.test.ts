import { expect, test, vi } from 'vitest'

vi.stubGlobal('window', {})
const { openStorage } = await import('./browser-storage.ts')
const { createMemoryStorage } = await import('./memory-storage.ts')

test("uses the browser's storage if it is available", () => {
  const granted = createMemoryStorage()
  expect(openStorage(() => granted)).toEqual({ storage: granted, isKept: true })
})

test('stores in memory if the browser refuses', () => {
  const { storage, isKept } = openStorage(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  storage.setItem('a', '1')
  expect([storage.getItem('a'), storage.length, isKept]).toEqual(['1', 1, false])
})
