import { expect, it } from 'vitest'
import { readEntries } from './entries.ts'

const ANNA = '76561198000000001'
const BORIS = '01890000-0000-7000-8000-00000000000A'

it('takes lists apart as people paste them', () => {
  expect(readEntries(` ${ANNA}\r\n\n${BORIS}; Old Oriole ,,\tanna `)).toEqual([
    { kind: 'steam_id', text: ANNA },
    { kind: 'uuid', text: BORIS },
    { kind: 'name', text: 'Old Oriole' },
    { kind: 'name', text: 'anna' },
  ])
})

it('tells ids that stand side by side from a name with spaces', () => {
  expect(readEntries(`${ANNA} ${BORIS}`).map(({ kind }) => kind)).toEqual(['steam_id', 'uuid'])
  expect(readEntries(`${ANNA} the second`)).toEqual([{ kind: 'name', text: `${ANNA} the second` }])
})

it('takes what only looks like an id for a name', () => {
  expect(readEntries('7656119800000000, 1234').map(({ kind }) => kind)).toEqual(['name', 'name'])
})
