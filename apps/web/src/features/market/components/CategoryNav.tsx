import type { ItemDefinition } from '@clutch/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { foldTag } from '#shared/catalogue/search.ts'
import { useTagName } from '#shared/catalogue/use-tag-name.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { moveFocus } from '#shared/ui/move-focus.ts'
import { findCategories, withCategory } from '#shared/catalogue/categories.ts'
import styles from './CategoryNav.module.css'

interface CategoryNavProps {
  /** The whole market. */
  readonly items: readonly ItemDefinition[]
  /** The chosen tags, of which one may be a category. */
  readonly tags: readonly string[]
  readonly onTags: (change: (tags: readonly string[]) => readonly string[]) => void
}

/** The market's categories with their numbers of items: a rail next to a wide list, a row of pills above a narrow one. */
export function CategoryNav({ items, tags, onTags }: CategoryNavProps) {
  const { t } = useTranslation('market')
  const tagName = useTagName()
  const format = useFormat()
  const categories = useMemo(() => findCategories(items), [items])
  if (categories.length === 0) return null
  const chosen = tags.map(foldTag).find((tag) => categories.some((each) => each.tag === tag)) ?? null
  const entries = [
    { tag: null, name: t('list.all'), count: items.length },
    ...categories.map(({ tag, count }) => ({ tag, name: tagName(tag), count })),
  ]
  return (
    <nav className={styles['nav']} aria-label={t('list.categories')}>
      {/* One tab stop for all categories; the arrow keys move between them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul className={styles['entries']} onKeyDown={(event) => moveFocus(event, event.currentTarget, 'button')}>
        {entries.map(({ tag, name, count }) => (
          <li key={tag ?? ''}>
            <button
              type="button"
              className={styles['entry']}
              tabIndex={tag === chosen ? 0 : -1}
              aria-pressed={tag === chosen}
              onClick={() => onTags((now) => withCategory(now, categories, tag === chosen ? null : tag))}
            >
              <span className={styles['name']}>{name}</span>
              <span className={styles['count']}>{format.exact(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
