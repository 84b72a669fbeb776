import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadContentPack } from '../packages/content/src/index.ts'
import { toCatalogue } from '../apps/server/src/content/to-catalogue.ts'
import { simulateDays } from '../apps/server/src/demo/simulate-days.ts'
import { describeFigures } from '../apps/server/src/demo/world-figures.ts'

/**
 * `npm run world -- [--days 30] [--acts 3000] [--seed month] [DIR]`: simulates a demo world in memory and prints
 * statistics.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    days: { type: 'string', default: '30' },
    acts: { type: 'string', default: '3000' },
    seed: { type: 'string', default: 'month' },
  },
})
const loaded = await loadContentPack(path.resolve(positionals[0] ?? 'packages/content/packs/demo'))
if (!loaded.ok) {
  console.error('The pack cannot be used: run npm run content -- validate')
  process.exit(1)
}
const { pack } = loaded
const [days, actsPerDay] = [Number(values.days), Number(values.acts)]
const figures = simulateDays({ pack, catalogue: toCatalogue(pack), seed: values.seed, days, actsPerDay })
const statistics = describeFigures(figures)
const percent = (share: number) => `${(share * 100).toFixed(share < 0.01 ? 2 : 0)} %`

console.log(`${days} days of ${pack.name.en}, ${actsPerDay} acts a day: ${figures.trades} trades`)
console.log(
  `Prices of a day:    ${percent(statistics.lowestRatio)} to ${percent(statistics.highestRatio)} of the reference price`,
)
console.log(
  `On the last day:    half of them ${percent(statistics.middleRatios[0])} to ${percent(statistics.middleRatios[1])}`,
)
console.log(
  `Traded on a day:    ${percent(statistics.tradedShare)} of all items; longest pause ${statistics.longestPauseDays} days`,
)
console.log(`Coins:              ${percent(statistics.coinGrowthPerDay)} more a day`)
const byChange = figures.items.toSorted((a, b) => a.supplyAtEnd / a.supplyAtStart - b.supplyAtEnd / b.supplyAtStart)
for (const { itemId, supplyAtStart, supplyAtEnd } of [...byChange.slice(0, 3), ...byChange.slice(-3)]) {
  const name = pack.itemById.get(itemId)?.names.en ?? String(itemId)
  console.log(`${name.padEnd(20)}${supplyAtStart} at the start, ${supplyAtEnd} at the end`)
}
