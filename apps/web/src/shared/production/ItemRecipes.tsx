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
  const { data: factory } = useFactoryRecipes()
  // Deferred: scanning all recipes takes a phone a while, and input must stay responsive.
  const harvest = useDeferredValue(useHarvestRecipes().data)
  if (catalogue === undefined || craft === undefined || factory === undefined || harvest === undefined) return null
  const book = { craft: craft.recipes, factory: factory.recipes, harvest, items: catalogue.items }
  const makers = findMakers(itemId, book)
  const uses = findUses(itemId, book)
  return (
    <section className={styles['recipes']} aria-label={t('links.title')}>
      {makers.length + uses.length === 0 && <p className={styles['none']}>{t('links.none')}</p>}
      <Odds tables={itemOdds(itemId, craft.recipes, catalogue.byId)} />
      {makers.length > 0 && <Links title={t('links.made_by')} links={makers} />}
      {uses.length > 0 && <Links title={t('links.used_in')} links={uses} />}
    </section>
  )
}

function Links({ title, links }: { readonly title: string; readonly links: readonly RecipeLink[] }) {
  const { t } = useTranslation('production')
  const format = useFormat()
  return (
    <div>
      <h3 className={styles['title']}>{title}</h3>
      <ul className={styles['links']}>
        {links.slice(0, SHOWN_MAX).map((link) => (
          <li key={`${link.area}/${link.recipeId}`}>
            <RecipePlace link={link} />
          </li>
        ))}
        {links.length > SHOWN_MAX && (
          <li className={styles['none']}>{t('links.more', { amount: format.exact(links.length - SHOWN_MAX) })}</li>
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
