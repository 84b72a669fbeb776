import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FreshQueryClient } from '#shared/api/fresh-query-client.ts'
import { catalogueQuery } from '#shared/catalogue/catalogue.ts'
import { createItem } from '#shared/testing/create-item.ts'
import admin from '../../../locales/en/admin.json'
import { ItemIdField } from '../ItemIdField.tsx'

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { admin } } }))

const ITEMS = [
  createItem(7, { Name: 'Pine Log' }),
  createItem(70, { Name: 'Oak Log' }),
  createItem(8, { Name: 'Iron Ore' }),
]

/** Draws the field in a form. `submitted` collects the ids with which the form was submitted. */
async function draw() {
  const client = new FreshQueryClient()
  const byId = new Map(ITEMS.map((item) => [item.Itemdefid, item]))
  const catalogue = {
    version: '1',
    items: ITEMS,
    byId,
    tagNames: new Map(),
    pictures: new Map(),
    texts: 'all' as const,
  }
  client.setQueryData(catalogueQuery.queryKey, catalogue)
  client.setQueryData([...catalogueQuery.queryKey, 'all-texts'], '1')
  const submitted: string[] = []
  function Form() {
    const [text, setText] = useState('')
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted.push(text)
        }}
      >
        <ItemIdField label="Item ID" value={text} onChange={setText} />
        <button type="submit">Add</button>
      </form>
    )
  }
  const screen = await render(
    <QueryClientProvider client={client}>
      <Form />
    </QueryClientProvider>,
  )
  return { screen, field: screen.getByLabelText('Item ID'), submitted }
}

test('an item is found by a part of its name, and its id is what the field holds', async () => {
  const { screen, field, submitted } = await draw()
  await userEvent.fill(field, 'log')
  await expect.element(screen.getByRole('option', { name: 'Pine Log (7)' })).toBeVisible()
  expect(screen.getByRole('option').elements()).toHaveLength(2)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field).toHaveValue('70')
  await expect.element(field).toHaveAccessibleDescription('Oak Log')
  expect(submitted).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(submitted).toEqual(['70'])
})

test('an id that is typed is taken as it is, without suggestions', async () => {
  const { screen, field, submitted } = await draw()
  await userEvent.fill(field, '7')
  await expect.element(field).toHaveAccessibleDescription('Pine Log')
  expect(screen.getByRole('option').elements()).toEqual([])
  await expect.element(screen.getByRole('button', { name: 'Add' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(submitted).toEqual(['7'])
})
