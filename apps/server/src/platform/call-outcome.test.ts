import { expect, test } from 'vitest'
import { classifyReply } from './call-outcome.ts'

const STACKS = JSON.stringify([{ itemid: '5', itemdefid: '9001', quantity: 7 }])
const WHOLE = JSON.stringify({ response: { item_json: STACKS } })

test('success is 200 with eresult 1 and a readable response', () => {
  expect(classifyReply({ status: 200, eresult: '1', text: WHOLE })).toEqual({
    kind: 'done',
    value: [{ stackId: '5', itemId: 9_001, count: 7 }],
  })
})

test.each([
  ['half an answer', 200, '1', WHOLE.slice(0, 20), 'ambiguous'],
  ['a page', 200, '1', '<html></html>', 'ambiguous'],
  ['no result code', 200, undefined, WHOLE, 'ambiguous'],
  ['busy', 200, '10', '{}', 'ambiguous'],
  ['a server error, whatever else it says', 500, '8', '{}', 'ambiguous'],
  ['a proxy that knows no such path', 404, undefined, '', 'ambiguous'],
  ['too few in the stack', 400, '8', '{}', 'refused'],
  ['no such stack', 400, '9', '{}', 'refused'],
  ['no room', 200, '25', '{}', 'refused'],
  ['a refused key', 403, undefined, '', 'postponed'],
  ['no key', 401, '8', '', 'postponed'],
  ['too many calls', 429, '84', '', 'postponed'],
])('%s', (_, status, eresult, text, kind) => {
  expect(classifyReply({ status, eresult, text }).kind).toBe(kind)
})
