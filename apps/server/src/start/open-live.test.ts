import { RECONNECT_CLOSE_CODE } from '@clutch/contract/constants'
import { expect, it } from 'vitest'
import { createInProcessBus } from '../bus/bus.ts'
import { inOrder } from '../bus/in-order.ts'
import { createLogger } from '../logger.ts'
import type { Game } from './open-game.ts'
import { openLive } from './open-live.ts'

const ANNA = '00000000-0000-7000-8000-000000000001'

function rethrow(error: unknown): never {
  throw error
}

/** The bus subscriptions of a server, without the rest of it. */
function open() {
  const bus = createInProcessBus(rethrow)
  const reading = Promise.withResolvers<void>()
  const nothing = () => undefined
  const game: Pick<Game, 'bus' | 'reloadBoards' | 'onListenerError'> = {
    bus: inOrder(bus, rethrow),
    reloadBoards: () => reading.promise,
    onListenerError: rethrow,
  }
  const contents = { follow: () => Promise.resolve() }
  const context = { store: {}, accessTokens: { forgetOpen: nothing, onSessionEnd: nothing } }
  const live = openLive({ ...game, contents, context } as unknown as Game, { log: createLogger('silent') })
  const closeCodes: number[] = []
  live.broadcaster.add(ANNA, {
    bufferedAmount: 0,
    readyState: 1,
    send: nothing,
    close: (code) => void closeCodes.push(code),
  })
  const hear = (id: number) => bus.publish('economy', { id, atMs: 0, updates: {} })
  return { closeCodes, hear, reading, close: live.close }
}

it('makes clients reconnect after messages were lost, but only once the boards have been reloaded', async () => {
  const { closeCodes, hear, reading, close } = open()
  hear(1)
  hear(3)
  await new Promise(setImmediate)
  expect(closeCodes).toEqual([])
  reading.resolve()
  await expect.poll(() => closeCodes).toEqual([RECONNECT_CLOSE_CODE])
  close()
})
