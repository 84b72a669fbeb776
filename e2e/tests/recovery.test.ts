import { enter, expect, openItem, serveClutch, test } from '../support/journey.ts'
import { newSteamId, Player } from '../support/player.ts'

const COPPER_ORE = 1_001

const clutch = serveClutch({ isShared: false })

test('an open page survives a server crash and shows what happened meanwhile', async ({ visitors }) => {
  const { url } = clutch()
  const sellerId = newSteamId()
  const seller = await Player.signIn(url, sellerId)
  await seller.offer(COPPER_ORE, 10, 30)
  const page = await visitors.open()
  // Browser messages while the server is down.
  visitors.expectComplaint(
    /ERR_CONNECTION_REFUSED|ERR_SOCKET_NOT_CONNECTED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|WebSocket connection/,
  )
  await enter(page, url)
  await openItem(page, url, COPPER_ORE)
  await expect(page.getByTitle('Buy: 10 offered at 30')).toBeVisible()

  const status = page.getByRole('banner').getByRole('status')
  await expect(status).toContainText('Connected')
  await clutch().crashServer()
  await expect(status).toContainText('Reconnecting... (attempt')
  await expect(page.getByTitle('Buy: 10 offered at 30')).toBeVisible()

  const reread: string[] = []
  page.on('requestfinished', (request) => reread.push(new URL(request.url()).pathname))
  await clutch().startServer(new URL(url).port)
  const returned = await Player.signIn(url, sellerId)
  await returned.offer(COPPER_ORE, 5, 25)
  await expect(status).toContainText('Connected', { timeout: 40_000 })
  await expect(page.getByTitle('Buy: 10 offered at 30')).toBeVisible()
  await expect(page.getByTitle('Buy: 5 offered at 25')).toBeVisible()
  // A change without a trade, too: no event announced it while the connection was down.
  await expect
    .poll(() => reread, 'The whole inventory, the profile and the watchlist are refetched')
    .toEqual(expect.arrayContaining(['/api/inventory/get', '/api/get_profile', '/api/watchlist/get']))

  await page.getByTitle('Buy: 5 offered at 25').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy now' }).click()
  await expect(page.getByText('Bought 5 × Copper Ore for 125')).toBeVisible()
})
