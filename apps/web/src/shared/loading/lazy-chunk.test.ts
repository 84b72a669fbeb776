import { createElement, Suspense, type FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyChunk } from './lazy-chunk.tsx'

const Hello = ({ name }: { readonly name: string }) => `Hello ${name}`
const draw = (Part: FunctionComponent<{ readonly name: string }>) =>
  renderToString(createElement(Suspense, { fallback: 'waiting' }, createElement(Part, { name: 'Anna' })))

test('a loaded chunk is shown at once, even the first time', async () => {
  const Part = lazyChunk(() => Promise.resolve(Hello))
  await Part.preload()
  expect(draw(Part)).toContain('Hello Anna')
})

test('the fallback is shown while the chunk loads', () => {
  const Part = lazyChunk(() => new Promise<typeof Hello>(() => undefined))
  expect(draw(Part)).toContain('waiting')
})

test('a chunk is requested once, however often it is used', async () => {
  let loads = 0
  const Part = lazyChunk(async () => {
    loads += 1
    return Hello
  })
  await Promise.all([Part.preload(), Part.preload()])
  draw(Part)
  expect(loads).toBe(1)
})
