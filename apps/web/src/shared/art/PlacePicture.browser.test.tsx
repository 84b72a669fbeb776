import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { FreshQueryClient } from '../api/fresh-query-client.ts'
import { catalogueQuery, type Catalogue } from '../catalogue/catalogue.ts'
import { PlacePicture } from './PlacePicture.tsx'

async function drawHall(pictures: Catalogue['pictures']) {
  const client = new FreshQueryClient()
  const empty = { version: '1', items: [], byId: new Map(), tagNames: new Map(), texts: 'all' } as const
  client.setQueryData(catalogueQuery.queryKey, { ...empty, pictures })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <PlacePicture place="halls/heroes" seed={1} itemIds={[]} height={90} lands={['hills']} />
    </QueryClientProvider>,
  )
  return container
}

test('the picture that a game has for a place replaces the drawn one', async () => {
  const container = await drawHall(new Map([['halls/heroes', '/public/favicon.svg']]))
  await expect.poll(() => container.querySelector('img')?.naturalWidth).toBeGreaterThan(0)
  expect(container.querySelector('svg')).toBeNull()
})

test.each([
  ['without a picture', new Map([['halls/relics', '/public/favicon.svg']])],
  ['whose picture is missing', new Map([['halls/heroes', '/missing.png']])],
])('a place %s is drawn', async (_, pictures) => {
  const container = await drawHall(pictures)
  await expect.poll(() => container.querySelector('svg')).not.toBeNull()
  expect(container.querySelector('img')).toBeNull()
})
