import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { HoldButton } from './HoldButton.tsx'

const HOLD_MS = 1_200

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function renderButton() {
  const onHeld = vi.fn<() => void>()
  const draw = (isOff: boolean) => (
    <HoldButton isPending={false} isOff={isOff} onHeld={onHeld}>
      Give
    </HoldButton>
  )
  const screen = await render(draw(false))
  const press = async (type: 'keydown' | 'keyup') => {
    const event = new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true })
    screen.getByRole('button', { name: 'Give' }).element().dispatchEvent(event)
    await screen.rerender(draw(false))
  }
  return { onHeld, press, setOff: (isOff: boolean) => screen.rerender(draw(isOff)) }
}

test('a button that is held down long enough acts once', async () => {
  const { onHeld, press } = await renderButton()
  await press('keydown')
  vi.advanceTimersByTime(HOLD_MS - 1)
  expect(onHeld).not.toHaveBeenCalled()
  vi.advanceTimersByTime(HOLD_MS)
  expect(onHeld).toHaveBeenCalledOnce()
})

test('a button that is released too early does nothing', async () => {
  const { onHeld, press } = await renderButton()
  await press('keydown')
  vi.advanceTimersByTime(HOLD_MS - 1)
  await press('keyup')
  vi.advanceTimersByTime(HOLD_MS)
  expect(onHeld).not.toHaveBeenCalled()
})

test('a button that is locked at the end of the hold does nothing', async () => {
  const { onHeld, press, setOff } = await renderButton()
  await press('keydown')
  await setOff(true)
  vi.advanceTimersByTime(HOLD_MS)
  expect(onHeld).not.toHaveBeenCalled()
})

test('a button that is locked and unlocked during the hold still acts', async () => {
  const { onHeld, press, setOff } = await renderButton()
  await press('keydown')
  await setOff(true)
  await setOff(false)
  vi.advanceTimersByTime(HOLD_MS)
  expect(onHeld).toHaveBeenCalledOnce()
})
