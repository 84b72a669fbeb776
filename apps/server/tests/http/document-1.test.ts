import { describe, expect, it } from 'vitest'
import { accessTokenOf, Browser, errorOf } from '../support/browser.ts'
import { LiveClient } from '../support/live-client.ts'
import { BOUND_ITEM_ID, FIRST_ITEM_ID } from '../support/make-pack.ts'
import { order, serveMarket } from '../support/market-server.ts'
import { newSteamId } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'
import { STARTER_COINS } from '../support/test-server.ts'

const OFFER = 'POST /marketplace/create-sell-lot'
const BID = 'POST /marketplace/create-buy-lot'
const BUY = 'POST /marketplace/buy-lot'
const CANCEL = 'POST /marketplace/cancel-lot'
const MY_LOTS = 'POST /marketplace/get-my-lots'
const DETAILS = 'POST /marketplace/get-item-details'

/** Sentences of document 1 about the server, by section, unless another test is named after them. */
describe.each(STORE_KINDS)('document 1 on %s', (kind) => {
  const { server, newItem, newPlayer } = serveMarket(kind)

  describe('§4', () => {
    it('a lot is created as buy or sell, partially filled, or cancelled by its owner', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 5 })
      const boris = await newPlayer()
      const sell = await anna.call(OFFER, order(itemId, 10, 5))
      const buy = await anna.call(BID, order(itemId, 2, 5))
      expect([sell.lot?.type, buy.lot?.type]).toEqual(['sell', 'buy'])
      await boris.call(BUY, order(itemId, 10, 2))
      expect((await anna.call(MY_LOTS)).lots).toMatchObject([{ count: 5 }, { count: 5, current_count: 3 }])
      await anna.call(CANCEL, { lot_uuid: sell.lot?.lot_uuid ?? '' })
      expect((await anna.call(MY_LOTS)).lots).toEqual([{ ...buy.lot, ahead_count: 0 }])
    })

    it('on a 401 the client refreshes the token once and the call is answered under the new one', async () => {
      const browser = new Browser()
      const form = new URLSearchParams({ ticket: `sim-${newSteamId()}`, username: '' })
      await browser.post(`${server().url}/api/auth/client_steam_auth_callback`, form)
      const call = (token: string) =>
        browser.fetch(`${server().url}/api/get_profile`, { headers: { authorization: `Bearer ${token}` } })
      expect(await errorOf(await call('outdated'))).toEqual({ status: 401, code: 'unauthorized' })
      const token = await accessTokenOf(await browser.post(`${server().url}/api/jwt_refresh`))
      expect((await call(token)).status).toBe(200)
    })

    it('an update with count 0 is sent when the last free item leaves', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 1 })
      const live = await LiveClient.open(anna)
      await anna.call(OFFER, order(itemId, 10, 1))
      const event = await live.waitFor(({ type }) => type === 'inventoryItemUpdated')
      expect(event.payload.value).toMatchObject({ itemId: BigInt(itemId), count: 0n })
      await live.close()
    })

    it('a wallet update arrives through the coin-change event', async () => {
      const anna = await newPlayer()
      const live = await LiveClient.open(anna)
      await anna.call(BID, order(newItem(), 10, 3))
      const event = await live.waitFor(({ type }) => type === 'eggCoinsUpdated')
      expect(event.payload.value).toBe(BigInt(STARTER_COINS - 30))
      await live.close()
    })
  })

  describe('§5', () => {
    it('inventory counts never go below 0', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 2 })
      const answers = await Promise.all([1, 2, 3, 4].map((price) => anna.send(OFFER, order(itemId, price, 1))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
      expect(await anna.countOf(itemId)).toBe(0)
    })

    it('only items with CanSell true are listed on the market', async () => {
      const anna = await newPlayer(0, { [BOUND_ITEM_ID]: 1 })
      await anna.refused('item_not_sellable', OFFER, order(BOUND_ITEM_ID, 1, 1))
      await anna.refused('item_not_sellable', BID, order(BOUND_ITEM_ID, 1, 1))
      const { sell_lots, buy_lots } = await anna.call('POST /marketplace/get-all-prices')
      expect([...sell_lots, ...buy_lots].some(({ item_type_id }) => item_type_id === BOUND_ITEM_ID)).toBe(false)
    })

    it('whether a lot can be created is decided by the server check calls, which answer only success or failure', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 1 })
      const boris = await newPlayer()
      const check = (count: number) => boris.call('POST /marketplace/check-buy-lot', order(itemId, 10, count))
      expect(await check(1)).toBe(false)
      await anna.call(OFFER, order(itemId, 10, 1))
      expect([await check(1), await check(2)]).toEqual([true, false])
    })

    it("insufficient items message: 'Not enough items: {0}'", async () => {
      const itemId = newItem()
      const refusal = await (await newPlayer()).refused('not_enough_items', OFFER, order(itemId, 1, 1))
      expect(refusal.message).toBe(`Not enough items: Good ${itemId - FIRST_ITEM_ID + 1}`)
    })
  })

  describe('§6', () => {
    it('a user sees and can cancel only their own lots', async () => {
      const itemId = newItem()
      const anna = await newPlayer(0, { [itemId]: 1 })
      const boris = await newPlayer()
      const { lot } = await anna.call(OFFER, order(itemId, 10, 1))
      expect((await boris.call(MY_LOTS)).lots).toEqual([])
      expect((await boris.call(DETAILS, { item_type_id: itemId })).user_lots).toEqual([])
      await boris.refused('lot_not_found', CANCEL, { lot_uuid: lot?.lot_uuid ?? '' })
      expect((await anna.call(MY_LOTS)).lots).toEqual([{ ...lot, ahead_count: 0 }])
    })
  })

  describe('§8', () => {
    it('order errors: the message is in the response body', async () => {
      const anna = await newPlayer()
      const refusal = await anna.refused('market_moved', BUY, order(newItem(), 10, 1))
      expect(refusal.message).toBe('The market moved: 0 available at this price')
    })

    it('cancel lot error: the response body says what is wrong', async () => {
      const lot_uuid = '01890000-0000-7000-8000-000000000001'
      expect((await (await newPlayer()).refused('lot_not_found', CANCEL, { lot_uuid })).message).toBe('Lot not found')
    })
  })
})
