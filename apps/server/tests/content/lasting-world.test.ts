import { fileURLToPath } from 'node:url'
import { loadContentPack } from '@clutch/content'
import { beforeAll, expect, it } from 'vitest'
import { toCatalogue } from '../../src/content/to-catalogue.ts'
import { simulateDays, type SimulationFigures } from '../../src/demo/simulate-days.ts'
import { describeFigures, type WorldFigures } from '../../src/demo/world-figures.ts'

const DEMO_PACK = fileURLToPath(new URL('../../../../packages/content/packs/demo', import.meta.url))
const DAYS = 30
/** About a thirtieth of what live traders do. */
const ACTS_PER_DAY = 3_000
const SIMULATION_MAX_MS = 300_000

let figures: SimulationFigures
let world: WorldFigures
beforeAll(async () => {
  const loaded = await loadContentPack(DEMO_PACK)
  if (!loaded.ok) throw new Error('The demo pack is broken')
  const { pack } = loaded
  figures = simulateDays({ pack, catalogue: toCatalogue(pack), seed: 'month', days: DAYS, actsPerDay: ACTS_PER_DAY })
  world = describeFigures(figures)
}, SIMULATION_MAX_MS)

it('a lasting world keeps every price between 40 % and 250 % of its reference over thirty days', () => {
  expect(world.lowestRatio).toBeGreaterThan(0.4)
  expect(world.highestRatio).toBeLessThan(2.5)
})

it('a lasting world sees every item trade again and again', () => {
  expect(figures.items.filter(({ dailyPrices }) => dailyPrices.every((price) => price === undefined))).toEqual([])
  expect(world.longestPauseDays).toBeLessThan(15)
})

it('a lasting world lets no item run out or flood the market', () => {
  const changes = figures.items.map(({ supplyAtStart, supplyAtEnd }) => supplyAtEnd / supplyAtStart)
  expect(Math.min(...changes)).toBeGreaterThan(0.1)
  expect(Math.max(...changes)).toBeLessThan(20)
})

it('a lasting world creates less than 2 % more coins a day', () => {
  expect(world.coinGrowthPerDay).toBeGreaterThan(0)
  expect(world.coinGrowthPerDay).toBeLessThan(0.02)
})

it('a lasting world uses every kind of work', () => {
  for (const type of ['place_lot', 'change_lot_price', 'start_craft', 'start_factory', 'set_harvest']) {
    expect(figures.commands[type]).toBeGreaterThan(DAYS * 20)
  }
})
