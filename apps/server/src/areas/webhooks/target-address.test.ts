import type { lookup, LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebhookSender } from './send.ts'
import type { TargetRules } from './target-address.ts'

const STRICT: TargetRules = { allowsPrivate: false, allowsHttpLoopback: false }
const DEVELOPMENT: TargetRules = { allowsPrivate: false, allowsHttpLoopback: true }
const OPEN: TargetRules = { allowsPrivate: true, allowsHttpLoopback: false }

/** What the addresses of names are, in the order of the look-ups. */
function resolver(answers: readonly (readonly string[])[]): typeof lookup {
  let count = 0
  const resolve = (_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void): void => {
    const found = answers[Math.min(count, answers.length - 1)] ?? []
    count += 1
    queueMicrotask(() =>
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
  }
  return resolve as unknown as typeof lookup
}

const MESSAGE = { id: 'test-1', body: '{}' }

async function errorOf(rules: TargetRules, url: string, answers: readonly (readonly string[])[] = []) {
  const sender = new WebhookSender(rules, Date.now, answers.length === 0 ? undefined : resolver(answers))
  try {
    return (await sender.send({ url, secrets: ['whsec_MTIz'] }, MESSAGE, AbortSignal.timeout(10_000))).error
  } finally {
    sender.close()
  }
}

describe('a hostile address of a webhook is refused without a connection', () => {
  it.each([
    // This machine in every spelling.
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.255.255.254/',
    'https://①②⑦.⓪.⓪.①/',
    'https://0/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://localhost/',
    // Other networks.
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://198.18.0.1/',
    'https://192.0.2.1/',
    // Protocols, ports, credentials.
    'http://example.com/',
    'http://127.0.0.1/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://example.com:22/',
    'https://example.com:25/',
    'https://example.com:80/',
    'https://exa mple.com/',
    'example.com/hook',
    '',
  ])('%s', async (url) => {
    expect(await errorOf(STRICT, url)).toBe('ADDRESS_NOT_ALLOWED')
  })

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['10.1.2.3']],
    [['169.254.169.254']],
    [['::ffff:192.168.0.1']],
    [['64:ff9b::a00:1']],
    [['fe80::1%eth0']],
    // One public address does not excuse the other.
    [['93.184.215.14', '10.0.0.1']],
    [['2606:2800::1', '::1']],
    [['no address']],
  ])('a name with the addresses %j', async (addresses) => {
    expect(await errorOf(STRICT, 'https://rebind.example/', [addresses])).toBe('ADDRESS_NOT_ALLOWED')
  })

  it('localhost with a dot', async () => {
    expect(await errorOf(STRICT, 'https://localhost./', [['127.0.0.1', '::1']])).toBe('ADDRESS_NOT_ALLOWED')
  })

  it('a name without addresses', async () => {
    expect(await errorOf(STRICT, 'https://empty.example/', [[]])).toBe('ADDRESS_NOT_ALLOWED')
  })

  it.each(['http://10.0.0.1:8080/', 'http://[fd00::1]:8080/', 'http://example.com/'])(
    '%s in development, where http reaches only this machine',
    async (url) => {
      expect(await errorOf(DEVELOPMENT, url, [['10.0.0.1']])).toBe('ADDRESS_NOT_ALLOWED')
    },
  )

  it.each(['https://224.0.0.1/', 'https://0.0.0.0/', 'https://255.255.255.255/', 'http://10.0.0.1:8080/'])(
    '%s even with private networks allowed',
    async (url) => {
      expect(await errorOf(OPEN, url)).toBe('ADDRESS_NOT_ALLOWED')
    },
  )
})

describe('a receiver on this machine', () => {
  let connections = 0
  const server = createServer((_request, response) => {
    response.setHeader('connection', 'close').end()
  }).on('connection', () => (connections += 1))
  let port = 0

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  it('is reached over http in development, by address and by name', async () => {
    expect(await errorOf(DEVELOPMENT, `http://127.0.0.1:${port}/`)).toBeNull()
    expect(await errorOf(DEVELOPMENT, `http://receiver.example:${port}/`, [['127.0.0.1']])).toBeNull()
  })

  it('is reached over https where private networks are allowed', async () => {
    const error = await errorOf(OPEN, `https://receiver.example:${port}/`, [['127.0.0.1']])
    expect(error).not.toBe('ADDRESS_NOT_ALLOWED')
  })

  it('is not reached by a name that changes its addresses between two deliveries', async () => {
    const sender = new WebhookSender(DEVELOPMENT, Date.now, resolver([['127.0.0.1'], ['10.0.0.1']]))
    const target = { url: `http://rebind.example:${port}/`, secrets: ['whsec_MTIz'] }
    const send = () => sender.send(target, MESSAGE, AbortSignal.timeout(10_000))
    expect((await send()).status).toBe(200)
    const before = connections
    expect(await send()).toMatchObject({ status: null, error: 'ADDRESS_NOT_ALLOWED' })
    expect(connections).toBe(before)
    sender.close()
  })
})
