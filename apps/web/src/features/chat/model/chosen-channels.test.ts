import { expect, test } from 'vitest'
import { firstChosen } from './chosen-channels.ts'

test.each([
  ['nothing, where there are no channels', [], []],
  ['the first, where nobody has said anything', [0, 0], ['0']],
  ['where something was said, rather than an empty one', [0, 3, 5], ['1']],
] as const)('without a selection the default is %s', (_what, unread, chosen) => {
  expect(firstChosen(unread.map((count, index) => ({ ID: String(index), unread: count })))).toEqual(chosen)
})
