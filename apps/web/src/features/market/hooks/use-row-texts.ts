import type { ItemDefinition } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { itemName } from '#shared/catalogue/item-text.ts'
import type { Formats } from '#shared/format/formats.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'

/** The words and formats of a row. */
export interface RowTexts {
  readonly buyNow: string
  readonly sellNow: string
  readonly watched: string
  readonly format: Formats
  readonly name: (item: ItemDefinition) => string
  readonly inInventory: (count: number) => string
  readonly ownPrice: (coins: number) => string
  readonly noTrades: string
  readonly change: (basisPoints: number) => string
  readonly volume: (count: number) => string
  readonly week: (basisPoints: number) => string
  readonly spread: string
  readonly fair: (coins: number) => string
  readonly worth: (coins: number) => string
}

/** Looked up once for the whole list: rows come and go by the hundred while one scrolls. */
export function useRowTexts(): RowTexts {
  const { t } = useTranslation('market')
  const { t: tWatch } = useTranslation('watch')
  const format = useFormat()
  const language = useLanguage()
  return {
    buyNow: t('list.buy_now'),
    sellNow: t('list.sell_now'),
    watched: tWatch('star.watched'),
    format,
    name: (item) => itemName(item, language),
    inInventory: (count) => t('list.in_inventory', { amount: format.exact(count) }),
    ownPrice: (coins) => t('list.own_price', { amount: format.exact(coins) }),
    noTrades: t('list.no_trades'),
    change: (basisPoints) => t('list.change_title', { amount: format.signedPercent(basisPoints) }),
    volume: (count) => t('list.volume_title', { amount: format.exact(count) }),
    spread: t('list.spread_title'),
    fair: (coins) => t('list.fair_title', { amount: format.exact(coins) }),
    worth: (coins) => t('list.worth_title', { amount: format.exact(coins) }),
    week: (basisPoints) => t('list.week_title', { amount: format.signedPercent(basisPoints) }),
  }
}
