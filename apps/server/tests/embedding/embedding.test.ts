import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerOf } from '../support/answers.ts'
import { accessTokenOf, Browser, errorOf } from '../support/browser.ts'
import { newSteamId } from '../support/player.ts'
import { startSimulatedPlatform, type SimulatedPlatform } from '../support/simulated-platform.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PARENT = 'https://game.example'
const FRAME_COOKIE = 'clutch_frame_refresh'
const REFRESH_COOKIE = 'clutch_refresh'
const FORBIDDEN = { status: 403, code: 'forbidden' }

let platform: SimulatedPlatform
let server: TestServer
let closed: TestServer
beforeAll(async () => {
  platform = await startSimulatedPlatform()
  const PLATFORM_SIM_PORT = new URL(platform.url).port
  server = await startTestServer({ environment: { PLATFORM_SIM_PORT, EMBED_ORIGINS: `${PARENT}, https://b.example` } })
  closed = await startTestServer({ environment: { PLATFORM_SIM_PORT } })
})
afterAll(async () => {
  await server.close()
  await closed.close()
  await platform.close()
})

/** Signs in with a new window. @returns the window and the access token it would hand to the frame */
async function signIn(url = server.url): Promise<{ window: Browser; token: string }> {
  const window = new Browser()
  const form = new URLSearchParams({ ticket: `sim-${newSteamId()}`, username: '' })
  return { window, token: await accessTokenOf(await window.post(`${url}/api/auth/client_steam_auth_callback`, form)) }
}

function openFrameSession(frame: Browser, token: string, headers = {}, url = server.url): Promise<Response> {
  return frame.post(`${url}/api/auth/frame-session`, undefined, { authorization: `Bearer ${token}`, ...headers })
}

async function profileStatus(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${server.url}/api/get_profile`, { headers })).status
}

it('the server lists the origins that may frame its pages', async () => {
  const ask = async ({ url }: TestServer) => answerOf('GET /embedding', await fetch(`${url}/api/embedding`))
  expect(await ask(server)).toEqual({ parent_origins: [PARENT, 'https://b.example'] })
  expect(await ask(closed)).toEqual({ parent_origins: [] })
})

describe('the window of a sign-in', () => {
  const policyOf = async (url: string) =>
    (await fetch(url, { headers: { accept: 'text/html' } })).headers.get('cross-origin-opener-policy')

  it('keeps its opener, so that it can hand the token over', async () => {
    expect(await policyOf(`${server.url}/auth/steam/success?token=x`)).toBe('unsafe-none')
  })

  it('is the only page that does, and only where frames are allowed', async () => {
    expect(await policyOf(`${server.url}/`)).toBe('same-origin')
    expect(await policyOf(`${server.url}/?/auth/steam/success`)).toBe('same-origin')
    expect(await policyOf(`${closed.url}/auth/steam/success`)).toBe('same-origin')
  })
})

describe('a frame', () => {
  it('gets a separate session in a cookie that is partitioned by the embedding page', async () => {
    const { token } = await signIn()
    const frame = new Browser()
    const answer = await openFrameSession(frame, token)
    expect(answer.headers.getSetCookie().join('\n')).toMatch(
      /^clutch_frame_refresh=[^\n]*; Path=\/api; HttpOnly; Secure; Partitioned; SameSite=None$/m,
    )
    expect(await profileStatus(await accessTokenOf(answer))).toBe(200)
    expect(frame.cookie(REFRESH_COOKIE)).toBeUndefined()
  })

  it('renews its session there, and the rotated token is set in the same cookie', async () => {
    const frame = new Browser()
    await openFrameSession(frame, (await signIn()).token)
    const before = frame.cookie(FRAME_COOKIE)
    const renewed = await frame.post(`${server.url}/api/jwt_refresh`)
    expect(await profileStatus(await accessTokenOf(renewed))).toBe(200)
    expect(frame.cookie(FRAME_COOKIE)).not.toBe(before)
    expect(frame.cookie(REFRESH_COOKIE)).toBeUndefined()
  })

  it('leaves the session of the window unchanged', async () => {
    const { window, token } = await signIn()
    await openFrameSession(new Browser(), token)
    expect((await window.post(`${server.url}/api/jwt_refresh`)).status).toBe(200)
  })

  it('signs out of its session for good', async () => {
    const frame = new Browser()
    const token = await accessTokenOf(await openFrameSession(frame, (await signIn()).token))
    const stolen = frame.cookie(FRAME_COOKIE) ?? ''
    await frame.post(`${server.url}/api/auth/logout`)
    expect(frame.cookie(FRAME_COOKIE)).toBeUndefined()
    expect(await profileStatus(token)).toBe(401)
    frame.setCookie(FRAME_COOKIE, stolen)
    expect((await frame.post(`${server.url}/api/jwt_refresh`)).status).toBe(401)
  })

  it('gets one session per sign-in, and the same one again when the response was lost', async () => {
    const { token } = await signIn()
    const frame = new Browser()
    await openFrameSession(frame, token)
    const sessionId = frame.cookie(FRAME_COOKIE)?.split('.')[0]
    expect((await openFrameSession(frame, token)).status).toBe(200)
    expect(frame.cookie(FRAME_COOKIE)?.split('.')[0]).toBe(sessionId)
    expect(await errorOf(await openFrameSession(new Browser('Another browser'), token))).toEqual(FORBIDDEN)
  })

  it('gets no session from a token older than a minute', async () => {
    const { accessTokens } = server.server.context
    const sessionId = v7({ msecs: Date.now() - 61_000 })
    const claims = { userId: '01890000-0000-7000-8000-000000000001', sessionId, roles: ['player'] } as const
    const old = await accessTokens.issue(claims, 600)
    expect(await errorOf(await openFrameSession(new Browser(), old))).toEqual(FORBIDDEN)
  })

  it('gets no session where framing is not allowed', async () => {
    const { token } = await signIn(closed.url)
    expect(await errorOf(await openFrameSession(new Browser(), token, {}, closed.url))).toEqual(FORBIDDEN)
  })

  it('gets a session only at the request of our own page, never of the embedding page', async () => {
    const { token } = await signIn()
    const refused = { status: 403, code: 'origin_not_allowed' }
    expect(await errorOf(await openFrameSession(new Browser(), token, { origin: PARENT }))).toEqual(refused)
    const frame = new Browser()
    await openFrameSession(frame, token)
    const answer = await frame.post(`${server.url}/api/jwt_refresh`, undefined, { origin: PARENT })
    expect(await errorOf(answer)).toEqual(refused)
  })
})
