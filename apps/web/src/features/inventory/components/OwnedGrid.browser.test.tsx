import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#shared/ui/styles/base.css'
import '#shared/ui/styles/tokens.css'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import styles from './OwnedGrid.module.css'
import tile from './OwnedTile.module.css'

test.each([390, 820, 1_440])(
  'at %i px the tiles of a loading inventory have the places of its items',
  async (width) => {
    await page.viewport(width, 900)
    const screen = await render(
      <>
        <Skeleton shape="tiles" />
        <ul className={styles['grid']}>
          <li className={tile['tile']}>
            <button type="button" aria-label="Pine log" className={tile['open']} />
          </li>
        </ul>
      </>,
    )
    const [skeleton, grid] = [screen.getByRole('status').element(), screen.getByRole('list').element()]
    const columns = (element: Element) => getComputedStyle(element).gridTemplateColumns.split(' ').length
    expect(columns(skeleton)).toBe(columns(grid))
    const height = (element: Element | null) => Math.round(element?.getBoundingClientRect().height ?? 0)
    await expect.poll(() => height(grid.firstElementChild)).toBe(height(skeleton.firstElementChild))
  },
)
