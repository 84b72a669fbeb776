import { expect, it } from 'vitest'
import { readEntries } from './entries.ts'

const ANNA = '76561198000000001'
const BORIS = '01890000-0000-7000-8000-00000000000A'

it('splits lists in the formats that people paste', () => {
  expect(readEntries(` ${ANNA}\r\n\n${BORIS}; Old Oriole ,,\tanna `)).toEqual([
    { kind: 'steam_id', text: ANNA },
    { kind: 'uuid', text: BORIS },
    { kind: 'name', text: 'Old Oriole' },
    { kind: 'name', text: 'anna' },
  ])
})

it('distinguishes adjacent ids from a name with spaces', () => {
  expect(readEntries(`${ANNA} ${BORIS}`).map(({ kind }) => kind)).toEqual(['steam_id', 'uuid'])
  expect(readEntries(`${ANNA} the second`)).toEqual([{ kind: 'name', text: `${ANNA} the second` }])
})

it('treats text that only resembles an id as a name', () => {
  expect(readEntries('7656119800000000, 1234').map(({ kind }) => kind)).toEqual(['name', 'name'])
})
