import type { Lot } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import styles from './ItemLots.module.css'
import { LotLine } from './LotLine.tsx'

/** The player's own open lots of the item. */
export function ItemLots({ lots }: { readonly lots: readonly Lot[] }) {
  const { t } = useTranslation('market')
  if (lots.length === 0) return null
  return (
    <section className={styles['lots']} aria-label={t('lots.own')}>
      <h3 className={styles['title']}>{t('lots.own')}</h3>
      <ul>
        {lots.map((lot) => (
          <LotLine key={lot.lot_uuid} lot={lot} />
        ))}
      </ul>
    </section>
  )
}
