import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseTable, prizeIndexOf, rollOf, seedHashOf, tableHashOf, totalWeightOf } from '@clutch/contract/fair'

const HELP = `Recomputes a past spin from revealed values, without a server.

  npm run verify-spin -- --seed HEX --client SEED --nonce N --table FILE

  --seed    the revealed seed, 64 hex digits
  --client  the client seed
  --nonce   the number of the spin under this seed
  --table   the prize table: a file of lines item:count:weight, item 0 for coins; - reads it from the input`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    client: { type: 'string' },
    nonce: { type: 'string' },
    table: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const { seed, client, nonce, table } = values
if (values.help || seed === undefined || client === undefined || nonce === undefined || table === undefined) {
  console.log(HELP)
  process.exit(values.help ? 0 : 1)
}
if (!/^[0-9a-f]{64}$/.test(seed)) throw new Error('A seed is 64 hex digits')
if (!/^\d{1,15}$/.test(nonce)) throw new Error('A nonce is a whole number')

const STANDARD_INPUT = 0
const prizes = parseTable(readFileSync(table === '-' ? STANDARD_INPUT : table, 'utf8'))
if (prizes === undefined) throw new Error('A prize table needs a line item:count:weight for each prize')
const roll = rollOf({ seed, clientSeed: client, nonce: Number(nonce) }, totalWeightOf(prizes))
const prizeIndex = prizeIndexOf(roll, prizes)
const prize = prizes[prizeIndex]
console.log(`seed hash   ${seedHashOf(seed)}`)
console.log(`table hash  ${tableHashOf(prizes)}`)
console.log(`roll        ${roll} of ${totalWeightOf(prizes)}`)
console.log(
  `prize       ${prizeIndex}: ${prize?.count} of ${prize?.item_id === 0 ? 'coins' : `item ${prize?.item_id}`}`,
)
