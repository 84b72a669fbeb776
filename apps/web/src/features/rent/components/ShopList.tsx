import { IconLock, IconShoppingBag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '#shared/catalogue/catalogue.ts'
import { useItemName } from '#shared/catalogue/use-item-name.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ItemTile } from '#shared/ui/ItemTile.tsx'
import { Price } from '#shared/ui/Price.tsx'
import type { Rentable } from '../model/salary.ts'
import styles from './ShopList.module.css'
import { Disclosure } from '#shared/ui/Disclosure.tsx'

const PICTURE_SIZE = 28

interface ShopListProps {
  readonly rentables: readonly Rentable[]
  readonly onBuy: (itemId: number) => void
}

/** Every shop of a hall with its prices. One that is closed says what opens it. */
export function ShopList({ rentables, onBuy }: ShopListProps) {
  const { t } = useTranslation('rent')
  const nameOf = useItemName()
  const { data: catalogue } = useCatalogue()
  const shops = rentables.filter(({ config }) => config.shop_items.length > 0)
  if (shops.length === 0) return null
  return (
    <Disclosure summary={t('shop.title')} isOpenByDefault={shops.some(({ units }) => units > 0)}>
      <ul className={styles['list']}>
        {shops
          .toSorted((a, b) => Number(b.units > 0) - Number(a.units > 0))
          .map(({ config, units }) => {
            const name = nameOf(config.item_id)
            return (
              <li key={config.item_id} className={styles['shop']} data-open={units > 0}>
                <div className={styles['head']}>
                  <ItemTile item={catalogue?.byId.get(config.item_id)} size={PICTURE_SIZE} />
                  <span className={styles['name']}>{name}</span>
                  {units > 0 ? (
                    <Button
                      aria-haspopup="dialog"
                      aria-label={`${t('shop.buy')}: ${name}`}
                      onClick={() => onBuy(config.item_id)}
                    >
                      <IconShoppingBag size={16} aria-hidden="true" />
                      {t('shop.buy')}
                    </Button>
                  ) : (
                    <span className={styles['closed']}>
                      <IconLock size={14} aria-hidden="true" />
                      {t('shop.closed')}
                    </span>
                  )}
                </div>
                <ul className={styles['items']}>
                  {config.shop_items.map(({ item_id, price }) => (
                    <li key={item_id}>
                      <span>{nameOf(item_id)}</span>
                      <Price coins={price} />
                    </li>
                  ))}
                </ul>
              </li>
            )
          })}
      </ul>
    </Disclosure>
  )
}
