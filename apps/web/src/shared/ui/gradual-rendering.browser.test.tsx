import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { WindowedBlock } from './gradual-rendering.tsx'

const HEIGHT = 600

function List() {
  return (
    <ol>
      {Array.from({ length: 20 }, (_, index) => (
        <li key={index}>
          <WindowedBlock className={`block-${index}`}>
            <div style={{ height: HEIGHT }}>Block {index}</div>
          </WindowedBlock>
        </li>
      ))}
    </ol>
  )
}

const heightOf = (index: number) => document.querySelector(`.block-${index}`)?.getBoundingClientRect().height

test('a block shortly outside an element that scrolls keeps its content', async () => {
  const screen = await render(
    <div style={{ height: HEIGHT, overflow: 'auto' }}>
      <List />
    </div>,
  )
  await expect.element(screen.getByText('Block 19', { exact: true })).not.toBeInTheDocument()
  await expect.element(screen.getByText('Block 2', { exact: true })).toBeInTheDocument()
})

test('a block far outside the window drops its content, keeps its height and gets the content back', async () => {
  const screen = await render(<List />)
  await expect.element(screen.getByText('Block 0', { exact: true })).toBeInTheDocument()
  await expect.element(screen.getByText('Block 19', { exact: true })).not.toBeInTheDocument()
  expect(heightOf(19)).toBe(HEIGHT)

  window.scrollTo(0, document.documentElement.scrollHeight)
  await expect.element(screen.getByText('Block 19', { exact: true })).toBeInTheDocument()
  await expect.element(screen.getByText('Block 0', { exact: true })).not.toBeInTheDocument()
  expect(heightOf(0)).toBe(HEIGHT)
})
