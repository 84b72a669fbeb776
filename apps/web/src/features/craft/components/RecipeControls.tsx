import type { CraftGroup } from '@clutch/contract'
import { IconSearch, IconStar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { PricingModeChoice } from '#shared/production/PricingModeChoice.tsx'
import type { PricingMode } from '#shared/production/valuation.ts'
import { SearchField } from '#shared/ui/SearchField.tsx'
import { ALL_GROUPS, FAVORITES_GROUP, RECIPE_SORTS, type RecipeSort, type RecipeView } from '../model/recipe-list.ts'
import styles from './RecipeControls.module.css'
import { Switch } from '#shared/ui/Checkbox.tsx'
import { Select } from '#shared/ui/Select.tsx'

interface RecipeControlsProps {
  readonly groups: readonly CraftGroup[]
  readonly hasFavorites: boolean
  readonly view: RecipeView
  /** As typed; the view follows deferred. */
  readonly query: string
  /** Undefined while the recipes load. */
  readonly listedCount: number | undefined
  readonly pricingMode: PricingMode
  readonly onGroup: (group: string) => void
  readonly onQuery: (query: string) => void
  readonly onHide: (hidesUnavailable: boolean) => void
  readonly onSort: (sort: RecipeSort) => void
  readonly onPricingMode: (pricingMode: PricingMode) => void
}

/** Groups (favourites only if there are any), search, hide-unavailable, sort order and price basis. */
export function RecipeControls(props: RecipeControlsProps) {
  const { t } = useTranslation('craft')
  const format = useFormat()
  const language = useLanguage()
  const { view, listedCount } = props
  const groups = [
    ...(props.hasFavorites ? [{ id: FAVORITES_GROUP, name: t('favorites') }] : []),
    { id: ALL_GROUPS, name: t('all') },
    ...props.groups.map(({ id, names }) => ({ id, name: names[language] })),
  ]
  return (
    <div className={styles['controls']}>
      <fieldset className={styles['groups']} aria-label={t('groups')}>
        {groups.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className={styles['group']}
            aria-pressed={id === view.group}
            onClick={() => props.onGroup(id)}
          >
            {id === FAVORITES_GROUP && <IconStar size={14} aria-hidden="true" />}
            {name}
          </button>
        ))}
      </fieldset>
      <div className={styles['tools']}>
        <SearchField
          icon={<IconSearch size={16} aria-hidden="true" />}
          label={t('search')}
          value={props.query}
          onChange={props.onQuery}
        />
        <Switch isChecked={view.hidesUnavailable} onChange={props.onHide}>
          {t('hide_unavailable')}
        </Switch>
        <Select
          label={t('sort.label')}
          value={view.sort}
          choices={RECIPE_SORTS.map((sort) => ({ value: sort, text: t(`sort.${sort}`) }))}
          onChange={props.onSort}
        />
        <PricingModeChoice value={props.pricingMode} onChange={props.onPricingMode} />
        <output className={styles['count']}>
          {listedCount === undefined ? '\u00A0' : t('count', { count: listedCount, amount: format.exact(listedCount) })}
        </output>
      </div>
    </div>
  )
}
