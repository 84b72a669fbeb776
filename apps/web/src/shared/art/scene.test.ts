import { expect, test } from 'vitest'
import { createScene, SCENE_WIDTH } from './scene.ts'

const HEIGHT = 240

test('a seed always gives the same scene, and its neighbour another one', () => {
  expect(createScene(7, HEIGHT)).toEqual(createScene(7, HEIGHT))
  expect(createScene(8, HEIGHT).ridges).not.toEqual(createScene(7, HEIGHT).ridges)
  expect(createScene(8, HEIGHT).palette).not.toEqual(createScene(7, HEIGHT).palette)
})

test('every ridge spans the whole width, stays inside the picture, and is lower than the one behind it', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const averages = createScene(seed, HEIGHT).ridges.map((ridge) => {
      const numbers = [...ridge.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text))
      const xs = numbers.filter((_, index) => index % 2 === 0)
      const ys = numbers.filter((_, index) => index % 2 === 1)
      expect(Math.min(...xs)).toBeLessThan(0)
      expect(Math.max(...xs)).toBeGreaterThan(SCENE_WIDTH)
      expect(Math.min(...ys)).toBeGreaterThan(0)
      expect(Math.max(...ys)).toBeLessThanOrEqual(HEIGHT)
      return ys.reduce((sum, y) => sum + y, 0) / ys.length
    })
    expect(averages).toEqual(averages.toSorted((a, b) => a - b))
  }
})
