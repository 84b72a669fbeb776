import { SESSION_ENDED_CLOSE_CODE } from '@clutch/contract'
import { describe, expect, it } from 'vitest'
import { accessTokenOf, Browser } from '../support/browser.ts'
import { LiveClient, statusOfUpgrade } from '../support/live-client.ts'
import { serveMarket } from '../support/market-server.ts'
import { newSteamId, Player } from '../support/player.ts'
import { STORE_KINDS } from '../support/stores.ts'

describe.each(STORE_KINDS)('signing out on %s', (kind) => {
  const { server, restart } = serveMarket(kind)
  const urlOf = (path: string): string => `${server().url}/api${path}`

  /** A device: its cookie, its access token, and its open streams and connections. */
  async function signIn(steamId: string) {
    const browser = new Browser()
    const form = new URLSearchParams({ ticket: `sim-${steamId}`, username: '' })
    const token = await accessTokenOf(await browser.post(urlOf('/auth/client_steam_auth_callback'), form))
    const player = new Player(server(), '', token, '')
    const live = await LiveClient.open(player)
    const stream = await fetch(urlOf('/inventory/events'), { headers: { authorization: `Bearer ${token}` } })
    return { browser, token, player, live, stream }
  }

  type Device = Awaited<ReturnType<typeof signIn>>

  const statusOf = async ({ token }: Device): Promise<number> =>
    (await fetch(urlOf('/get_profile'), { headers: { authorization: `Bearer ${token}` } })).status
  const refreshOf = async ({ browser }: Device): Promise<number> => (await browser.post(urlOf('/jwt_refresh'))).status

  async function hasEnded(device: Device): Promise<void> {
    expect(await statusOf(device)).toBe(401)
    await expect.poll(() => device.live.closeCode).toBe(SESSION_ENDED_CLOSE_CODE)
    expect(await device.stream.text()).toContain('event: ready')
  }

  async function goesOn(device: Device): Promise<void> {
    expect(await statusOf(device)).toBe(200)
    expect(device.live.closeCode).toBeUndefined()
    expect(await refreshOf(device)).toBe(200)
    await device.live.close()
    await device.stream.body?.cancel()
  }

  it('ends the open connections of the session, and those of no other session of the player', async () => {
    const steamId = newSteamId()
    const [phone, desk] = [await signIn(steamId), await signIn(steamId)]
    await phone.browser.post(urlOf('/auth/logout'), undefined, { authorization: `Bearer ${phone.token}` })
    await hasEnded(phone)
    expect(await refreshOf(phone)).toBe(401)
    await goesOn(desk)
  })

  it('invalidates an unused token of the live connection', async () => {
    const device = await signIn(newSteamId())
    const { token } = await device.player.call('GET /get-server')
    await device.browser.post(urlOf('/auth/logout'))
    expect(await statusOfUpgrade(server(), token)).toBe(401)
    await hasEnded(device)
  })

  it('everywhere ends every session of the player and of no other player, also across a restart', async () => {
    const steamId = newSteamId()
    const devices = [await signIn(steamId), await signIn(steamId), await signIn(steamId)]
    const [asking] = devices
    const other = await signIn(newSteamId())
    const answer = await asking?.browser.post(urlOf('/auth/logout-everywhere'), '{}', {
      authorization: `Bearer ${asking.token}`,
    })
    expect(await answer?.json()).toEqual({ ok: true })
    expect(asking?.browser.cookie('clutch_refresh')).toBeUndefined()
    for (const device of devices) await hasEnded(device)
    await goesOn(other)
    await restart()
    for (const device of devices) expect([await statusOf(device), await refreshOf(device)]).toEqual([401, 401])
    expect(await statusOf(other)).toBe(200)
    const again = await signIn(steamId)
    await goesOn(again)
  })

  it('everywhere beats a concurrent refresh: no token it returns is valid', async () => {
    const steamId = newSteamId()
    const [asking, refreshing] = [await signIn(steamId), await signIn(steamId)]
    const [, refreshed] = await Promise.all([
      asking.browser.post(urlOf('/auth/logout-everywhere'), '{}', { authorization: `Bearer ${asking.token}` }),
      refreshing.browser.post(urlOf('/jwt_refresh')),
    ])
    // In either order, a token that the refresh still returned belongs to an ended session.
    const tokens = refreshed.status === 200 ? [await accessTokenOf(refreshed)] : []
    const statuses = tokens.map((token) => statusOf({ ...refreshing, token }))
    expect(new Set([401, ...(await Promise.all(statuses))])).toEqual(new Set([401]))
    await hasEnded(asking)
    await hasEnded(refreshing)
  })
})
