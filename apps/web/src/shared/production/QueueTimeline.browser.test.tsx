import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { QueuedJob } from './queue-progress.ts'
import { QueueTimeline } from './QueueTimeline.tsx'

const job = (id: number, start_at: number, end_at: number): QueuedJob => ({
  id: String(id),
  receipt_id: id,
  count: 1,
  start_at,
  end_at,
})

async function draw(jobs: readonly QueuedJob[], nowSec: number) {
  const { container } = await render(
    <QueueTimeline jobs={jobs} nowSec={nowSec} nameOf={(recipeId) => `Recipe ${recipeId}`} />,
  )
  const spans = Array.from(container.querySelectorAll('rect'), (span) => [
    span.dataset['tone'],
    span.getAttribute('x'),
    span.getAttribute('width'),
  ])
  return { spans, names: Array.from(container.querySelectorAll('span[style]'), (name) => name.textContent) }
}

test('a timeline shows the jobs of a queue one after the other and what is done, and names those with room', async () => {
  const { spans, names } = await draw([job(1, 0, 100), job(2, 100, 110), job(3, 110, 200)], 50)
  expect(spans).toEqual([
    ['quiet', '0.00%', '50.00%'],
    ['quiet', '50.00%', '5.00%'],
    ['quiet', '55.00%', '45.00%'],
    ['accent', '0.00%', '25.00%'],
  ])
  expect(names).toEqual(['Recipe 1', 'Recipe 3'])
})

test('a timeline leaves out finished jobs, and is nothing for a single one', async () => {
  const jobs = [job(1, 0, 100), job(2, 100, 150), job(3, 150, 200)]
  expect((await draw(jobs, 100)).names).toEqual(['Recipe 2', 'Recipe 3'])
  expect((await draw(jobs, 160)).spans).toEqual([])
})
