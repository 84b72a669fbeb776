import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { NOTIFICATION_TIME_MS } from '@clutch/contract/constants'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import './styles/tokens.css'
import { Toasts } from './Toasts.tsx'
import { showToast, toastManager } from './toast-store.ts'

beforeAll(async () => {
  const texts = { toasts: 'Notifications', action: { close: 'Close' } }
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: texts } } })
  // Their chunk takes longer to load on a busy machine than a toast is shown.
  await import('./ToastList.tsx')
})

/** The list, loaded, on a clock that only the test moves. */
async function renderToasts() {
  const screen = await render(
    <>
      <p style={{ position: 'fixed', inset: '0 0 auto auto' }}>elsewhere</p>
      <Toasts />
    </>,
  )
  showToast('loading')
  await expect.element(screen.getByText('loading')).toBeVisible()
  toastManager.close()
  await expect.element(screen.getByText('loading')).not.toBeInTheDocument()
  await userEvent.hover(screen.getByText('elsewhere'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  return screen
}

const texts = () =>
  Array.from(document.querySelectorAll('[data-toasts] > [role=group]:not([data-limited])'), (each) => each.textContent)

async function show(...shown: readonly string[]): Promise<void> {
  for (const text of shown) showToast(text)
  // Unlike waitUntil, this does not move the clock.
  await expect.poll(() => document.querySelectorAll('[data-toasts] > [role=group]').length).toBe(shown.length)
}

afterEach(() => {
  toastManager.close()
  vi.useRealTimers()
})

test('a toast is added to a live region and disappears after 3 seconds', async () => {
  const screen = await renderToasts()
  await show('Bought 2')
  await expect.element(screen.getByRole('region', { name: 'Notifications' })).toHaveAttribute('aria-live', 'polite')
  await vi.advanceTimersByTimeAsync(NOTIFICATION_TIME_MS - 1)
  expect(texts()).toEqual(['Bought 2'])
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitUntil(() => texts().length === 0)
})

const FRAMES = 30

test.each(['pointer', 'focus'] as const)('a toast stays while the %s is on it', async (means) => {
  const screen = await renderToasts()
  await show('Bought 2')
  if (means === 'pointer') await userEvent.hover(screen.getByText('Bought 2'))
  else {
    await userEvent.keyboard('{F6}')
    await userEvent.tab()
  }
  await vi.advanceTimersByTimeAsync(10 * NOTIFICATION_TIME_MS)
  // A toast that ends is drawn as ending first, and then removed.
  for (let frame = 0; frame < FRAMES; frame += 1) await new Promise(requestAnimationFrame)
  expect(texts()).toEqual(['Bought 2'])
})

test('only the four newest are shown, and any can be closed', async () => {
  const screen = await renderToasts()
  await show('a', 'b', 'c', 'd', 'e')
  expect(texts()).toEqual(['b', 'c', 'd', 'e'])
  await userEvent.click(screen.getByRole('group', { name: 'd' }).getByRole('button', { name: 'Close' }))
  await vi.waitUntil(() => !texts().includes('d'))
})

test('only a reward shines', async () => {
  const screen = await renderToasts()
  showToast('Order placed')
  showToast('Bought 2', 'buy', true)
  const shines = (text: string) => screen.getByText(text).element().closest('[role=group]')?.hasAttribute('data-reward')
  await expect.element(screen.getByText('Bought 2')).toBeInTheDocument()
  expect([shines('Order placed'), shines('Bought 2')]).toEqual([false, true])
})

test('on a phone toasts are above the bar of pages, and above a sheet while one is open', async () => {
  await page.viewport(390, 844)
  const screen = await render(
    <>
      <Toasts />
      <nav style={{ position: 'fixed', inset: 'auto 0 0', height: 'var(--bottom-bar-height)' }} />
    </>,
  )
  const edges = () => document.querySelector('[data-toast-region]')?.getBoundingClientRect()
  showToast('Bought 2')
  await expect.element(screen.getByText('Bought 2')).toBeVisible()
  const barTop = screen.getByRole('navigation').element().getBoundingClientRect().top
  expect(barTop - (edges()?.bottom ?? 0)).toBe(8)
  const sheet = document.createElement('div')
  sheet.role = 'dialog'
  document.body.append(sheet)
  expect(edges()?.top).toBeLessThan(100)
  sheet.remove()
})
