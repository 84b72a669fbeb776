import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { watchPictures, type ShownItem } from './picture-events.ts'

const COPPER = 7
const TIN = 8
const onClick = vi.fn<() => void>()
let shown: ShownItem | null = null
let stop: () => void

beforeEach(() => {
  shown = null
  stop = watchPictures((next) => (shown = next))
})
afterEach(() => {
  stop()
  onClick.mockClear()
})

async function renderPictures() {
  const screen = await render(
    <div>
      <button type="button">Elsewhere</button>
      <a
        href="#/item=7"
        onClick={(event) => {
          event.preventDefault()
          onClick()
        }}
      >
        <span data-item={COPPER} data-testid="copper">
          C
        </span>
      </a>
      <span data-item={TIN} data-testid="tin">
        T
      </span>
      <div data-item-card="" data-testid="card">
        Card
      </div>
    </div>,
  )
  // Away from where the test before left the pointer.
  await userEvent.hover(screen.getByRole('button'))
  await expect.poll(() => shown).toBeNull()
  return screen
}

const press = (element: Element, type: string, at = { clientX: 5, clientY: 5 }) =>
  element.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerType: 'touch', ...at }))

test('hovering a picture opens its card, and leaving for the card keeps it open', async () => {
  const screen = await renderPictures()
  await userEvent.hover(screen.getByTestId('copper'))
  await expect.poll(() => shown?.itemId).toBe(COPPER)
  await userEvent.hover(screen.getByTestId('card'))
  await userEvent.hover(screen.getByTestId('tin'))
  await expect.poll(() => shown?.itemId).toBe(TIN)
  await userEvent.hover(screen.getByRole('button'))
  await expect.poll(() => shown).toBeNull()
})

test('a click goes through to the link around a picture and closes the card', async () => {
  const screen = await renderPictures()
  await userEvent.hover(screen.getByTestId('copper'))
  await expect.poll(() => shown?.itemId).toBe(COPPER)
  await userEvent.click(screen.getByTestId('copper'))
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(shown).toBeNull()
})

test('a long press opens the card without following the link', async () => {
  const screen = await renderPictures()
  const picture = screen.getByTestId('copper').element()
  press(picture, 'pointerdown')
  await expect.poll(() => shown?.itemId).toBe(COPPER)
  const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
  picture.dispatchEvent(menu)
  expect(menu.defaultPrevented).toBe(true)
  press(picture, 'pointerup')
  picture.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(onClick).not.toHaveBeenCalled()
  expect(shown).not.toBeNull()
})

test('a short press and a scrolling finger open no card', async () => {
  vi.useFakeTimers()
  try {
    const screen = await renderPictures()
    const picture = screen.getByTestId('copper').element()
    press(picture, 'pointerdown')
    press(picture, 'pointerup')
    picture.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(onClick).toHaveBeenCalledTimes(1)
    press(picture, 'pointerdown')
    press(picture, 'pointermove', { clientX: 5, clientY: 60 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(shown).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('keyboard focus on the link around a picture opens its card, and Escape closes only the card', async () => {
  const onEscape = vi.fn<() => void>()
  await renderPictures()
  document.body.addEventListener('keydown', onEscape)
  await userEvent.tab()
  await userEvent.tab()
  await expect.poll(() => shown?.itemId).toBe(COPPER)
  onEscape.mockClear()
  await userEvent.keyboard('{Escape}')
  expect(shown).toBeNull()
  expect(onEscape).not.toHaveBeenCalled()
  document.body.removeEventListener('keydown', onEscape)
})
