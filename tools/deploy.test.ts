import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../apps/server/src/config.ts'
import { settingsHelp } from '../apps/server/src/settings.ts'

const read = (file: string): string => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8')
const settings = new Set(Array.from(settingsHelp().matchAll(/^ {2}([A-Z_]+) /gm), ([, name]) => name))
const GIVEN = {
  DOMAIN: 'market.example',
  POSTGRES_PASSWORD: 'secret',
  STEAM_API_KEY: 'A'.repeat(32),
  STEAM_APP_ID: '480',
  OPERATOR_TOKEN: 'long-enough-for-an-operator',
}

/** The service's environment from the compose file, with variables substituted like Compose. */
function environmentOfClutch(): Record<string, string> {
  const service =
    read('compose.yaml')
      .split(/^ {2}clutch:$/m)[1]
      ?.split(/^ {2}\w+:$/m)[0] ?? ''
  const lines = service.matchAll(/^ {6}([A-Z_]+): '?(.*?)'?$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, fillIn(value)]))
}

function fillIn(value: string): string {
  return value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, fallback: string = '') =>
    name in GIVEN ? GIVEN[name as keyof typeof GIVEN] : fallback,
  )
}

describe('the deployment files', () => {
  it('configure a server with valid settings in the compose file and the image', () => {
    const environment = environmentOfClutch()
    expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([])
    const image = Object.fromEntries(
      Array.from(read('Containerfile').matchAll(/([A-Z_]+)=(\S+)/g), ([, a, b]) => [a, b]),
    )
    const config = readConfig({ ...image, ...environment })
    expect(config).toMatchObject({
      ok: true,
      config: { publicUrl: 'https://market.example', dataDir: '/data', trustedProxies: 1, demo: false },
    })
  })

  it('list all required variables in the example environment', () => {
    const asked = Array.from(read('compose.yaml').matchAll(/\$\{(\w+)/g), ([, name]) => name)
    const named = Array.from(read('example.env').matchAll(/^(\w+)=/gm), ([, name]) => name)
    expect(new Set(named)).toEqual(new Set(asked))
  })

  it('use only existing metrics in the dashboard', () => {
    const source = ['http/writer-metrics', 'http/server-metrics', 'areas/webhooks/open-webhooks'].map((file) =>
      readFileSync(new URL(`../apps/server/src/${file}.ts`, import.meta.url), 'utf8'),
    )
    const known = new Set(Array.from(source.join('').matchAll(/clutch_\w+/g), ([name]) => name))
    const used = Array.from(read('grafana-dashboard.json').matchAll(/clutch_\w+/g), ([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    )
    expect(used.filter((name) => !known.has(name))).toEqual([])
  })
})
