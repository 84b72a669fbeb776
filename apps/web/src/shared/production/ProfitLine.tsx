import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './ProfitLine.module.css'
import type { Valuation } from './valuation.ts'

/** Profit of one run and of an hour at today's prices; shown by sign as well as colour. */
export function ProfitLine({ valuation }: { readonly valuation: Valuation }) {
  const { t } = useTranslation('production')
  const format = useFormat()
  const { profit, profitPerHour, isEnergised, cost, worth } = valuation
  if (profit === null) return <p className={styles['line']}>{t('profit.unknown')}</p>
  const detail = t('profit.detail', {
    cost: format.exact(Math.round(cost ?? 0)),
    worth: format.exact(Math.round(worth ?? 0)),
  })
  return (
    <p
      className={classNames(styles['line'], profit > 0 && styles['gain'], profit < 0 && styles['loss'])}
      title={detail}
    >
      <span>{t('profit.run', { amount: format.signedPrice(profit) })}</span>
      {profitPerHour !== null && (
        <span>
          {t(isEnergised ? 'profit.hour_energised' : 'profit.hour', { amount: format.signedPrice(profitPerHour) })}
        </span>
      )}
    </p>
  )
}
