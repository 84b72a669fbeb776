import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readConfig } from '../apps/server/src/config.ts'
import { SETTINGS } from '../apps/server/src/settings.ts'
import { findPostgres } from './postgres-cluster.ts'

const DEPLOY = fileURLToPath(new URL('../deploy', import.meta.url))
const read = (file: string): string => readFileSync(join(DEPLOY, file), 'utf8')
const GIVEN = {
  DOMAIN: 'market.example',
  POSTGRES_PASSWORD: 'secret',
  STEAM_API_KEY: 'A'.repeat(32),
  STEAM_APP_ID: '480',
  OPERATOR_TOKEN: 'long-enough-for-an-operator',
}
/** Settings that the compose file does not pass on, and why. */
const NOT_PASSED: Readonly<Record<string, string>> = {
  PORT: 'set by the image',
  HOST: 'set by the image',
  DATA_DIR: 'set by the image',
  DEMO: 'set by the image',
  DEMO_TALK: 'there is no demo world',
  PLATFORM_SIM_PORT: 'there is no simulated platform',
  ALLOW_INSECURE_PLATFORM: 'there is no simulated platform',
  ALLOW_PLAIN_HTTP: 'the proxy speaks TLS',
  BACKUP_DIR: 'for the embedded database',
  BACKUP_EVERY_HOURS: 'for the embedded database',
  BACKUP_KEEP: 'for the embedded database',
  NATS_TOKEN: 'NATS asks for a password here',
  NATS_CREDS: 'NATS asks for a password here',
  ROLE: 'all scaled servers have the same role',
}

const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.string()).default({}),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      security_opt: z.tuple([z.literal('no-new-privileges:true')]),
      restart: z.literal('unless-stopped'),
      volumes: z.array(z.string()).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})
const compose = () => composeFile.parse(parse(read('compose.yaml'), { merge: true }))

/** Substitutes variables like Compose. */
function fillIn(value: string): string {
  return value.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, fallback: string = '') =>
    name in GIVEN ? GIVEN[name as keyof typeof GIVEN] : fallback,
  )
}

function environmentOfClutch(): Record<string, string> {
  const environment = compose().services['clutch']?.environment ?? {}
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillIn(value)]))
}

describe('the compose file', () => {
  it('configures a server with valid settings, together with the image', () => {
    const image = Object.fromEntries(
      Array.from(read('Containerfile').matchAll(/([A-Z_]+)=(\S+)/g), ([, a, b]) => [a, b]),
    )
    const config = readConfig({ ...image, ...environmentOfClutch() })
    expect(config).toMatchObject({
      ok: true,
      config: { publicUrl: 'https://market.example', dataDir: '/data', trustedProxies: 1, demo: false },
    })
  })

  it('passes on every setting that has a meaning in it', () => {
    const passed = new Set([...Object.keys(environmentOfClutch()), ...Object.keys(NOT_PASSED)])
    expect([...passed].toSorted()).toEqual(Object.keys(SETTINGS).toSorted())
  })

  it('has all of its variables in the example environment, and no others', () => {
    const asked = Array.from(read('compose.yaml').matchAll(/\$\{(\w+)/g), ([, name]) => name)
    expect(new Set(Object.keys(parseEnv(read('example.env'))))).toEqual(new Set(asked))
  })

  it('confines every container, and declares the volumes that they mount', () => {
    const { services, volumes } = compose()
    const mounted = Object.values(services).flatMap((service) =>
      service.volumes.map((mount) => mount.split(':')[0] ?? ''),
    )
    const named = mounted.filter((name) => !name.startsWith('.'))
    expect(new Set(named)).toEqual(new Set(Object.keys(volumes)))
    const files = mounted.filter((name) => name.startsWith('.'))
    expect(files.filter((name) => !existsSync(join(DEPLOY, name)))).toEqual([])
  })
})

describe('the backup job', () => {
  let backups: string
  beforeAll(() => {
    backups = mkdtempSync(join(tmpdir(), 'clutch-backups-'))
  })
  afterAll(() => rmSync(backups, { recursive: true, force: true }))
  const run = (): string => {
    const { hostname, port, username } = new URL(inject('postgresUrl'))
    return execFileSync('sh', [join(DEPLOY, 'back-up.sh')], {
      encoding: 'utf8',
      env: {
        PATH: `${findPostgres()}:/usr/bin:/bin`,
        PGHOST: hostname,
        PGPORT: port,
        PGUSER: username,
        BACKUPS: backups,
        BACKUP_KEEP_DAYS: '2',
      },
    })
  }

  it('makes one complete backup a day, reports it and deletes the oldest', () => {
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) mkdirSync(join(backups, day))
    expect(run()).toContain('backup completed')
    const [older, newest = '', ...files] = readdirSync(backups).toSorted()
    expect([older, ...files]).toEqual(['2026-01-03', 'status.json'])
    expect(existsSync(join(backups, newest, 'backup_manifest'))).toBe(true)
    const status = z
      .object({ base_backup_at: z.iso.datetime() })
      .parse(JSON.parse(readFileSync(join(backups, 'status.json'), 'utf8')))
    expect(status.base_backup_at.slice(0, newest.length)).toBe(newest)
    expect(run()).toBe('')
  })
})

describe('the files for monitoring', () => {
  const sources = [
    'http/writer-metrics',
    'http/server-metrics',
    'areas/webhooks/open-webhooks',
    'areas/exchange/reconcile',
  ]
  const known = new Set(
    sources.flatMap((file) =>
      Array.from(read(`../apps/server/src/${file}.ts`).matchAll(/clutch_\w+/g), ([name]) => name),
    ),
  )
  it.each(['grafana-dashboard.json', 'prometheus-rules.yaml'])('%s uses only existing metrics', (file) => {
    const used = Array.from(read(file).matchAll(/clutch_\w+/g), ([name]) => name.replace(/_(?:bucket|sum|count)$/, ''))
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((name) => !known.has(name))).toEqual([])
  })

  it('prometheus-rules.yaml has alerts with different names, each with a severity and a summary', () => {
    const rule = z.strictObject({
      alert: z.string().regex(/^Clutch\w+$/),
      expr: z.string(),
      for: z
        .string()
        .regex(/^\d+[smh]$/)
        .optional(),
      labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
      annotations: z.strictObject({ summary: z.string() }),
    })
    const file = z.strictObject({ groups: z.tuple([z.strictObject({ name: z.string(), rules: z.array(rule) })]) })
    const [{ rules }] = file.parse(parse(read('prometheus-rules.yaml'))).groups
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})
