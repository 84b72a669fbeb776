import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Sparkline } from './Sparkline.tsx'

async function draw(values: readonly number[]) {
  const { container } = await render(<Sparkline values={values} hasTrend isFilled />)
  const line = container.querySelector('polyline')?.getAttribute('points')?.split(' ')
  return { line, trend: container.querySelector('svg')?.getAttribute('data-trend') }
}

test('a sparkline goes from its first to its last value over the whole width, and shows its direction', async () => {
  const rising = await draw([10, 30, 20])
  expect(rising.line).toEqual(['0.0,18.0', '50.0,2.0', '100.0,10.0'])
  expect(rising.trend).toBe('up')
  expect((await draw([20, 10])).trend).toBe('down')
  expect((await draw([20, 30, 20])).trend).toBeNull()
})

test('a sparkline bridges unknown values, and is nothing with fewer than two values', async () => {
  const bridged = await draw([0, 10, 0, 0, 20])
  expect(bridged.line).toEqual(['25.0,18.0', '100.0,2.0'])
  expect((await draw([0, 5, 0])).line).toBeUndefined()
  expect((await draw([])).line).toBeUndefined()
})
