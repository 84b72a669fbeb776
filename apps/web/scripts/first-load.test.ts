import { expect, test } from 'vitest'
import { firstLoadFiles } from './first-load.ts'

const manifest = {
  'index.html': { file: 'index.js', imports: ['_react.js'] },
  'src/Page.tsx': { file: 'page.js', imports: ['_react.js', 'index.html'] },
  '_react.js': { file: 'react.js' },
  'src/Chart.tsx': { file: 'chart.js' },
}

test('counts shared chunks once and lazy chunks not at all', () => {
  expect(firstLoadFiles(manifest, ['index.html', 'src/Page.tsx']).toSorted()).toEqual([
    'index.js',
    'page.js',
    'react.js',
  ])
})

test('rejects a module missing from the build, so that a renamed page is noticed', () => {
  expect(() => firstLoadFiles(manifest, ['src/Gone.tsx'])).toThrow('src/Gone.tsx')
})
