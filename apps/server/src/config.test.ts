import { describe, expect, it } from 'vitest'
import { readConfig, settingsHelp } from './config.ts'

describe('settings', () => {
  it('all have a default that plays by itself', () => {
    expect(readConfig({})).toMatchObject({
      ok: true,
      config: {
        port: 3000,
        demo: true,
        platform: { isSimulated: true, openIdUrl: 'http://localhost:3001/openid/login' },
      },
    })
  })

  it('count as unset when they are empty', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '' })).toMatchObject({ ok: true, config: { port: 3000 } })
  })

  it.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'ftp://clutch.example'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['ADMIN_STEAM_IDS', '123'],
    ['EMBED_ORIGINS', 'game.example'],
    ['EMBED_ORIGINS', 'https://game.example/lobby'],
    ['EMBED_ORIGINS', 'https://*.game.example/'],
    ['STEAM_APP_ID', '-1'],
    ['TRUSTED_PROXIES', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'maybe'],
  ])('name the variable that is wrong: %s=%s', (name, value) => {
    const read = readConfig({ [name]: value })
    expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(`^${name}: `)])
  })

  it('name every wrong variable at once', () => {
    expect(readConfig({ PORT: 'x', DEMO: 'y' })).toMatchObject({ problems: [expect.any(String), expect.any(String)] })
  })

  it.each(['STEAM_OPENID_URL', 'STEAM_API_URL'])('refuse %s alone', (name) => {
    expect(readConfig({ [name]: 'https://platform.example' })).toMatchObject({ ok: false })
  })

  it('want the real platform in production', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ ok: false })
    const platform = { STEAM_OPENID_URL: 'https://a.example/openid/login', STEAM_API_URL: 'https://b.example' }
    expect(readConfig({ NODE_ENV: 'production', ...platform })).toMatchObject({
      ok: true,
      config: { platform: { isSimulated: false } },
    })
  })

  it('are all listed with what they are for', () => {
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'STEAM_API_KEY', 'LOG_LEVEL']) {
      expect(settingsHelp()).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
    }
  })
})
