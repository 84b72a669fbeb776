import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeApp } from '../../src/http/close-app.ts'

const SLOW_MS = 500

it('closing the app answers requests in progress, accepts no new ones, and does not wait for idle connections', async () => {
  const app = fastify()
  app.get('/slow', async () => {
    await wait(SLOW_MS)
    return 'done'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(url)
  const silent = connect(Number(port), '127.0.0.1')
  const halfSaid = connect(Number(port), '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(halfSaid, 'connect')])
  halfSaid.write('GET /slow HT')
  const cutOff = Promise.all([silent, halfSaid].map((socket) => once(socket.resume(), 'close')))
  const underWay = fetch(`${url}/slow`)
  await wait(SLOW_MS / 5)

  await closeApp(app)
  expect(await (await underWay).text()).toBe('done')
  await cutOff
  await expect(fetch(`${url}/slow`)).rejects.toThrow('fetch failed')
})
