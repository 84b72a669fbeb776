import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { useLanguage } from '../i18n/use-language.ts'
import { ItemTile } from '../ui/ItemTile.tsx'
import styles from './ItemRecipes.module.css'
import { Odds } from './Odds.tsx'
import { itemOdds } from './odds-tables.ts'
import { findMakers, findUses, type RecipeLink } from './recipe-links.ts'
import { useCraftRecipes, useFactoryRecipes, useHarvestRecipes } from './recipes.ts'

const TILE_SIZE = 22
/** A common item is in dozens of recipes: the rest is only counted. */
const SHOWN_MAX = 12

/** Recipes that make or use an item, with links. */
export function ItemRecipes({ itemId }: { readonly itemId: number }) {
  const { t } = useTranslation('production')
  const { data: catalogue } = useCatalogue()
  const { data: craft } = useCraftRecipes()
  const links = useItemRecipes(itemId)
  if (catalogue === undefined || craft === undefined || links === undefined) return null
  const { makers, uses } = links
  return (
    <section className={styles['recipes']} aria-label={t('links.title')}>
      {makers.length + uses.length === 0 && <p className={styles['none']}>{t('links.none')}</p>}
      <Odds tables={itemOdds(itemId, craft.recipes, catalogue.byId)} />
      <RecipeLinks title={t('links.made_by')} links={makers} max={SHOWN_MAX} />
      <RecipeLinks title={t('links.used_in')} links={uses} max={SHOWN_MAX} />
    </section>
  )
}

/** The recipes that make and use an item; undefined until all recipes are loaded. */
export function useItemRecipes(itemId: number) {
  const { data: catalogue } = useCatalogue()
  const { data: craft } = useCraftRecipes()
  const { data: factory } = useFactoryRecipes()
  // Deferred: scanning all recipes takes a phone a while, and input must stay responsive.
  const harvest = useDeferredValue(useHarvestRecipes().data)
  if (catalogue === undefined || craft === undefined || factory === undefined || harvest === undefined) return undefined
  const book = { craft: craft.recipes, factory: factory.recipes, harvest, items: catalogue.items }
  return { makers: findMakers(itemId, book), uses: findUses(itemId, book) }
}

interface RecipeLinksProps {
  readonly title: string
  readonly links: readonly RecipeLink[]
  /** The others are only counted. */
  readonly max: number
}

/** A titled list of recipes; nothing without any. */
export function RecipeLinks({ title, links, max }: RecipeLinksProps) {
  const { t } = useTranslation('production')
  const format = useFormat()
  if (links.length === 0) return null
  return (
    <div>
      <h3 className={styles['title']}>{title}</h3>
      <ul className={styles['links']}>
        {links.slice(0, max).map((link) => (
          <li key={`${link.area}/${link.recipeId}`}>
            <RecipePlace link={link} />
          </li>
        ))}
        {links.length > max && (
          <li className={styles['none']}>{t('links.more', { amount: format.exact(links.length - max) })}</li>
        )}
      </ul>
    </div>
  )
}

function RecipePlace({ link: { area, recipeId, shownAs, names } }: { readonly link: RecipeLink }) {
  const { t } = useTranslation('production')
  const language = useLanguage()
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const name = shownAs === undefined ? (names?.[language] ?? '') : nameOf(shownAs)
  return (
    <Link to={`/${area}/receipts`} search={{ recipe: String(recipeId) }} className={styles['link']}>
      {shownAs !== undefined && <ItemTile item={catalogue?.byId.get(shownAs)} size={TILE_SIZE} />}
      <span>{name}</span>
      <span className={styles['area']}>{t(`links.${area}`)}</span>
    </Link>
  )
}
