import type { Simulation } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useCatalogue } from '../catalogue/catalogue.ts'
import { useItemName } from '../catalogue/use-item-name.ts'
import { useFormat } from '../format/use-format.ts'
import { Coin } from '../ui/Coin.tsx'
import { ItemTile } from '../ui/ItemTile.tsx'
import styles from './WhatIfDialog.module.css'

const TILE_SIZE = 24

/** Net changes of items: what is consumed is subtracted from what is gained. */
export function ChangesTable({ items }: { readonly items: Simulation['items'] }) {
  const { t } = useTranslation('simulation')
  const format = useFormat()
  const { data: catalogue } = useCatalogue()
  const nameOf = useItemName()
  const percents = items[0]?.quantiles.map(({ percent }) => percent) ?? []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is to be reached by keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label={t('changes')}>
      <table className={styles['table']}>
        <caption>{t('changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col">{t('expected')}</th>
            <th scope="col">{t('min')}</th>
            {percents.map((percent) => (
              <th key={percent} scope="col">
                {t('percent', { percent })}
              </th>
            ))}
            <th scope="col">{t('max')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ item_id, expected, min, max, quantiles }) => (
            <tr key={item_id}>
              <th scope="row">
                <span className={styles['item']}>
                  {item_id === 0 ? (
                    <Coin coin="coin" size={TILE_SIZE} />
                  ) : (
                    <ItemTile item={catalogue?.byId.get(item_id)} size={TILE_SIZE} />
                  )}
                  {item_id === 0 ? t('coins') : nameOf(item_id)}
                </span>
              </th>
              <td data-sign={Math.sign(expected)}>{format.signedAverage(expected)}</td>
              <td>{format.signed(min)}</td>
              {quantiles.map(({ percent, value, low, high }) => (
                <td key={percent} title={t('between', { low: format.signed(low), high: format.signed(high) })}>
                  {format.signed(value)}
                </td>
              ))}
              <td>{format.signed(max)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Percentiles of the value, each with its error. */
export function QuantilesTable({ amounts }: { readonly amounts: Simulation['coins'] }) {
  const { t } = useTranslation('simulation')
  const format = useFormat()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is to be reached by keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label={t('spread')}>
      <table className={styles['table']}>
        <caption>{t('spread')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('in_a_hundred')}</th>
            <th scope="col">{t('at_most')}</th>
            <th scope="col">{t('truth')}</th>
          </tr>
        </thead>
        <tbody>
          {amounts.quantiles.map(({ percent, value, low, high }) => (
            <tr key={percent}>
              <th scope="row">{t('percent', { percent })}</th>
              <td>{format.signed(value)}</td>
              <td>{t('between', { low: format.signed(low), high: format.signed(high) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
