import type { HarvestRecipe, HarvestUserData } from '@clutch/contract'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { panelId, tabId } from '../model/recipe-address.ts'
import { statusOf } from '../model/status.ts'
import { useHours } from '#shared/production/use-duration.ts'
import styles from './RecipeTabs.module.css'

interface RecipeTabsProps {
  readonly recipes: readonly HarvestRecipe[]
  readonly dataOf: (recipeId: number) => HarvestUserData | undefined
  readonly unsaved: ReadonlySet<number>
  readonly shownId: number
  readonly onChoose: (recipeId: number) => void
}

/** One tab per recipe: name, duration and what is in process. Arrows move along them. */
export function RecipeTabs({ recipes, dataOf, unsaved, shownId, onChoose }: RecipeTabsProps) {
  const { t } = useTranslation('harvest')
  const isShown = recipes.some(({ receipt_id }) => receipt_id === shownId)

  const move = (event: KeyboardEvent) => {
    const index = recipes.findIndex(({ receipt_id }) => receipt_id === shownId)
    const next = targetIndex(event.key, index, recipes.length)
    const target = next === undefined ? undefined : recipes[next]
    if (target === undefined) return
    event.preventDefault()
    onChoose(target.receipt_id)
    document.querySelector<HTMLElement>(`#${tabId(target.receipt_id)}`)?.focus()
  }
  return (
    <div role="tablist" tabIndex={-1} aria-label={t('recipes')} className={styles['tabs']} onKeyDown={move}>
      {recipes.map((recipe, index) => (
        <RecipeTab
          key={recipe.receipt_id}
          recipe={recipe}
          userData={dataOf(recipe.receipt_id)}
          isUnsaved={unsaved.has(recipe.receipt_id)}
          isSelected={recipe.receipt_id === shownId}
          isReachable={isShown ? recipe.receipt_id === shownId : index === 0}
          onChoose={() => onChoose(recipe.receipt_id)}
        />
      ))}
    </div>
  )
}

function targetIndex(key: string, index: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (index + 1) % length
    case 'ArrowUp':
    case 'ArrowLeft':
      return (Math.max(index, 0) + length - 1) % length
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return undefined
  }
}

interface RecipeTabProps {
  readonly recipe: HarvestRecipe
  readonly userData: HarvestUserData | undefined
  readonly isUnsaved: boolean
  readonly isSelected: boolean
  readonly isReachable: boolean
  readonly onChoose: () => void
}

function RecipeTab({ recipe, userData, isUnsaved, isSelected, isReachable, onChoose }: RecipeTabProps) {
  const { t } = useTranslation('harvest')
  const language = useLanguage()
  const format = useFormat()
  const hours = useHours()
  const status = statusOf(userData)
  const running = userData?.active_count ?? 0
  const tab = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isSelected])
  return (
    <button
      ref={tab}
      type="button"
      role="tab"
      id={tabId(recipe.receipt_id)}
      aria-selected={isSelected}
      aria-controls={isSelected ? panelId(recipe.receipt_id) : undefined}
      tabIndex={isReachable ? 0 : -1}
      className={styles['tab']}
      onClick={onChoose}
    >
      <span className={styles['name']}>
        {recipe.names[language]}
        {isUnsaved && (
          <span className={styles['unsaved']} title={t('unsaved')}>
            <span className="visually-hidden">{t('unsaved')}</span>
          </span>
        )}
      </span>
      <span className={styles['hours']}>{hours(recipe.duration_hour)}</span>
      {status !== 'off' && (
        <span className={styles['badge']} data-status={status}>
          {t(`status.badge_${status}`, { amount: format.quantity(running) })}
        </span>
      )}
    </button>
  )
}
