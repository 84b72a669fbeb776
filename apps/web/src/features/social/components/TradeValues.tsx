import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SpanBar } from '#shared/chart/SpanBar.tsx'
import { useFormat } from '#shared/format/use-format.ts'
import { Price } from '#shared/ui/Price.tsx'
import { balanceSpans, type Balance } from '../model/fair-value.ts'
import styles from './TradeDialog.module.css'

interface TradeValuesProps {
  readonly own: number | undefined
  readonly theirs: number | undefined
  readonly balance: Balance
}

const BASIS_POINTS = 100

/** What both offers are worth at fair prices, and how far they are apart (rules §11). */
export function TradeValues({ own, theirs, balance }: TradeValuesProps) {
  const { t } = useTranslation('social')
  const format = useFormat()
  const { difference, percent = 0, isUneven } = balance
  const spans = balanceSpans(own, theirs)
  return (
    <div className={styles['worth']}>
      {spans !== undefined && <SpanBar spans={spans} mark={0.5} />}
      <dl className={styles['values']} aria-label={t('value.title')}>
        <div>
          <dt>{t('value.own')}</dt>
          <dd>{own === undefined ? t('value.unknown') : <Price coins={own} isExact />}</dd>
        </div>
        <div>
          <dt>{t('value.theirs')}</dt>
          <dd>{theirs === undefined ? t('value.unknown') : <Price coins={theirs} isExact />}</dd>
        </div>
        <div data-uneven={isUneven || undefined}>
          <dt>{t('value.difference')}</dt>
          <dd>
            {difference === undefined ? (
              t('value.unknown')
            ) : (
              <>
                {isUneven && <IconAlertTriangle size={16} aria-hidden="true" />}
                {format.signed(difference)} ({format.percent(Math.round(percent * BASIS_POINTS))})
                {isUneven && (
                  <span className={styles['uneven']}>{t(difference < 0 ? 'value.loss' : 'value.gain')}</span>
                )}
              </>
            )}
          </dd>
        </div>
      </dl>
    </div>
  )
}
