import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { assignBackplates } from '../catalogue/backplates.ts'
import { createItem } from '../testing/create-item.ts'
import { ItemTile } from './ItemTile.tsx'
import './styles/base.css'
import './styles/tokens.css'

const FAMILIES = ['ore', 'gem', 'wood']

async function drawTile(tags: readonly string[], size: number) {
  const item = createItem(9, { Tags: [...tags] })
  assignBackplates(
    [...FAMILIES.map((family, index) => createItem(index, { Tags: [`family:${family}`] })), item],
    new Map(),
  )
  const { container } = await render(<ItemTile item={item} size={size} />)
  const tile = container.querySelector(`[data-item='9']`)
  if (tile === null) throw new Error('The tile is missing')
  return { tile, plate: getComputedStyle(tile, '::before'), frame: getComputedStyle(tile).borderTopColor }
}

test('the tile of an item has the shape and the colour of its category', async () => {
  const ore = await drawTile(['family:ore'], 48)
  const gem = await drawTile(['family:gem'], 48)
  expect(ore.plate.clipPath).not.toBe('none')
  expect(gem.plate.clipPath).not.toBe(ore.plate.clipPath)
  expect(gem.plate.backgroundImage).not.toBe(ore.plate.backgroundImage)
  expect((await drawTile(['rarity:rare'], 48)).plate.content).toBe('none')
})

test('the frame of a tile shows the rarity, whatever the category', async () => {
  const rare = await drawTile(['family:ore', 'rarity:rare'], 48)
  expect(rare.frame).not.toBe((await drawTile(['family:ore'], 48)).frame)
  expect(rare.frame).toBe((await drawTile(['family:gem', 'rarity:rare'], 48)).frame)
})

test.each([20, 32, 48, 96])(
  'a tile of %i pixels keeps its size, and its picture fills two thirds of it',
  async (size) => {
    const { tile } = await drawTile(['family:ore'], size)
    expect(tile.getBoundingClientRect().width).toBe(size)
    expect(tile.querySelector('svg')?.getBoundingClientRect().width).toBe(Math.round(size * 0.68))
  },
)

/** A file that the tests' server has. */
const PICTURE = '/public/favicon.svg'

test('the picture that a game has for an item replaces the icon, and the initial a picture that is missing', async () => {
  const screen = await render(<ItemTile item={createItem(1, { IconUrl: PICTURE })} size={48} />)
  const { container } = screen
  await expect.poll(() => container.querySelector('img')?.naturalWidth).toBeGreaterThan(0)
  expect(container.querySelector('svg')).toBeNull()
  await screen.rerender(<ItemTile item={createItem(2, { Name: 'Ore', IconUrl: '/missing.png' })} size={48} />)
  await expect.poll(() => container.textContent).toBe('O')
})

test('the picture that a game has for a category replaces the shape behind its items', async () => {
  const items = FAMILIES.map((family, index) => createItem(index, { Tags: [`family:${family}`] }))
  assignBackplates(items, new Map([['categories/family:gem', PICTURE]]))
  const { container } = await render(items.map((item) => <ItemTile key={item.Itemdefid} item={item} size={48} />))
  const shapes = Array.from(container.children, (tile) => getComputedStyle(tile, '::before').content)
  const pictures = Array.from(container.children, (tile) => tile.querySelector('img')?.getAttribute('src'))
  expect(shapes.map((shape) => shape !== 'none')).toEqual([true, false, true])
  expect(pictures).toEqual([undefined, PICTURE, undefined])
})
