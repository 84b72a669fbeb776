import { expect, test } from 'vitest'
import { createStartQueue } from './start-queue.ts'

test('starts are sent one at a time, in their order, with a pause of 100 ms between them', async () => {
  const log: string[] = []
  const answers: (() => void)[] = []
  const queue = createStartQueue<string>({
    gapMs: 100,
    send: (start) =>
      new Promise((resolve) => {
        log.push(`send ${start}`)
        answers.push(() => resolve())
      }),
    wait: (delayMs) => {
      log.push(`wait ${delayMs}`)
      return Promise.resolve()
    },
  })
  let reported = 0
  queue.subscribe(() => {
    reported += 1
  })
  queue.add('a')
  queue.add('b')
  expect(log).toEqual(['send a'])
  expect(queue.size()).toBe(2)
  answers[0]?.()
  await expect.poll(() => log).toEqual(['send a', 'wait 100', 'send b'])
  expect(queue.size()).toBe(1)
  answers[1]?.()
  await expect.poll(() => queue.size()).toBe(0)
  queue.add('c')
  await expect.poll(() => log.at(-1)).toBe('send c')
  expect(reported).toBe(5)
})
