import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { settingsHelp } from './settings.ts'

describe('settings', () => {
  it('all have a default that works without configuration', () => {
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
    ['DATABASE_URL', 'postgres://one:many,two/db'],
    ['ADMIN_STEAM_IDS', '123'],
    ['ADMIN_PATH', '/console'],
    ['ADMIN_PATH', 'admin'],
    ['STEAM_DLC_APP_IDS', 'other=3'],
    ['EMBED_ORIGINS', 'game.example'],
    ['EMBED_ORIGINS', 'https://game.example/lobby'],
    ['EMBED_ORIGINS', 'https://*.game.example/'],
    ['STEAM_APP_ID', '-1'],
    ['TRUSTED_PROXIES', 'true'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'maybe'],
    ['NATS_URL', 'http://nats'],
    ['ROLE', 'standby'],
  ])('name the variable that is wrong: %s=%s', (name, value) => {
    const read = readConfig({ [name]: value })
    expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(`^${name}: `)])
  })

  it('refuse NATS without a shared database, and a role without NATS', () => {
    const [nats, database] = [{ NATS_URL: 'nats://bus' }, { DATABASE_URL: 'postgres://db/clutch' }]
    expect(readConfig(nats)).toMatchObject({ problems: ['NATS_URL: needs DATABASE_URL'] })
    expect(readConfig({ ...database, ROLE: 'api' })).toMatchObject({ problems: ['ROLE: api needs NATS_URL'] })
    expect(readConfig({ ...nats, ...database, ROLE: 'api' })).toMatchObject({ ok: true, config: { role: 'api' } })
  })

  it('separate the addresses of NATS from the credentials', () => {
    const natsOf = (more: Readonly<Record<string, string>>) => {
      const read = readConfig({ DATABASE_URL: 'postgres://db/clutch', ...more })
      return read.ok ? read.config.nats : read.problems
    }
    const none = { user: undefined, password: undefined, token: undefined, credsFile: undefined, isEncrypted: false }
    expect(natsOf({})).toBeUndefined()
    expect(natsOf({ NATS_URL: 'nats://clutch:a%2Fb@one, nats://two:4223' })).toEqual({
      ...none,
      servers: ['one', 'two:4223'],
      user: 'clutch',
      password: 'a/b',
    })
    expect(natsOf({ NATS_URL: 'nats://secret@one' })).toEqual({ ...none, servers: ['one'], token: 'secret' })
    expect(natsOf({ NATS_URL: 'tls://one', NATS_TOKEN: 'secret', NATS_CREDS: '/etc/clutch.creds' })).toEqual({
      ...none,
      servers: ['one'],
      token: 'secret',
      credsFile: '/etc/clutch.creds',
      isEncrypted: true,
    })
  })

  it('name every wrong variable at once', () => {
    expect(readConfig({ PORT: 'x', DEMO: 'y' })).toMatchObject({ problems: [expect.any(String), expect.any(String)] })
  })

  it.each(['STEAM_OPENID_URL', 'STEAM_API_URL'])('refuse %s alone', (name) => {
    expect(readConfig({ [name]: 'https://platform.example' })).toMatchObject({ ok: false })
  })

  it('refuse an OpenID endpoint that is none, and a public address with a path, by name', () => {
    for (const endpoint of ['https://a.example', 'https://a.example/openid', 'https://a.example/openid/login/x']) {
      const read = readConfig({ STEAM_OPENID_URL: endpoint, STEAM_API_URL: 'https://b.example', STEAM_API_KEY: 'key' })
      const problems: readonly string[] = read.ok ? [] : read.problems
      expect(problems).toContainEqual(expect.stringMatching('^STEAM_OPENID_URL: .*/openid/login'))
    }
    expect(readConfig({ PUBLIC_URL: 'http://localhost:3000/market' })).toMatchObject({
      problems: [expect.stringMatching('^PUBLIC_URL: .*path')],
    })
    expect(readConfig({ PUBLIC_URL: 'http://localhost:3000/' })).toMatchObject({ ok: true })
  })

  const PLATFORM = { STEAM_OPENID_URL: 'https://a.example/openid/login', STEAM_API_URL: 'https://b.example' }
  const REAL = { ...PLATFORM, STEAM_API_KEY: 'secret' }

  describe.each([
    { NODE_ENV: 'production' },
    { NODE_ENV: 'PROD' },
    { NODE_ENV: ' Production ' },
    { NODE_ENV: 'live' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.5' },
    { PUBLIC_URL: 'https://market.example' },
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://10.0.0.1:3000' },
  ])('where strangers may come: %o', (place) => {
    it('want the real platform, its key, and https', () => {
      expect(readConfig(place)).toEqual({
        ok: false,
        problems: [expect.stringMatching('^STEAM_OPENID_URL: needed'), expect.stringMatching('^STEAM_API_URL: needed')],
      })
      expect(readConfig({ ...place, ...PLATFORM })).toEqual({
        ok: false,
        problems: [expect.stringMatching('^STEAM_API_KEY: the default')],
      })
      for (const name of ['STEAM_OPENID_URL', 'STEAM_API_URL'] as const) {
        const plain = { [name]: PLATFORM[name].replace('https', 'http') }
        expect(readConfig({ ...place, ...REAL, ...plain })).toEqual({
          ok: false,
          problems: [expect.stringMatching(`^${name}: must be https`)],
        })
      }
      expect(readConfig({ ...place, ...REAL })).toMatchObject({
        ok: true,
        config: { platform: { isSimulated: false } },
      })
    })

    it('accept less only when allowed explicitly', () => {
      expect(readConfig({ ...place, ALLOW_INSECURE_PLATFORM: 'on' })).toMatchObject({ ok: true })
      expect(readConfig({ ...place, ALLOW_INSECURE_PLATFORM: 'off' })).toMatchObject({ ok: false })
    })
  })

  it.each([
    { NODE_ENV: 'development' },
    { NODE_ENV: 'test' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:5173' },
  ])('take the simulated platform where nobody else comes: %o', (place) => {
    expect(readConfig(place)).toMatchObject({ ok: true, config: { isReachable: false } })
  })

  it('require https for players in production unless allowed explicitly', () => {
    const place = { ...REAL, NODE_ENV: 'production', PUBLIC_URL: 'http://market.example' }
    expect(readConfig(place)).toEqual({ ok: false, problems: [expect.stringMatching('^PUBLIC_URL: must be https')] })
    expect(readConfig({ ...place, ALLOW_PLAIN_HTTP: 'on' })).toMatchObject({ ok: true })
    expect(readConfig({ ...place, PUBLIC_URL: 'http://localhost:3000' })).toMatchObject({ ok: true })
    expect(readConfig({ ...place, NODE_ENV: 'development' })).toMatchObject({ ok: true })
  })

  it('let only https pages frame a server on https', () => {
    const embedded = {
      ...REAL,
      PUBLIC_URL: 'https://market.example',
      EMBED_ORIGINS: 'https://a.example,http://b.example',
    }
    expect(readConfig(embedded)).toEqual({
      ok: false,
      problems: ['EMBED_ORIGINS: http://b.example must be https, as PUBLIC_URL is'],
    })
  })

  it('are all listed with what they are for', () => {
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'STEAM_API_KEY', 'LOG_LEVEL']) {
      expect(settingsHelp()).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
    }
  })
})
