import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Price } from '#shared/ui/Price.tsx'
import { changeOf, FIGURES, type Figure, type Point } from '../model/period.ts'
import styles from './FigureCards.module.css'
import { Gain } from '#shared/ui/Gain.tsx'

interface FigureCardsProps {
  readonly points: readonly Point[]
  /** The one that the chart shows. */
  readonly figure: Figure
  readonly onFigure: (figure: Figure) => void
}

/** Each figure as it is now and what the period changed of it; a press shows it in the chart. */
export function FigureCards({ points, figure, onFigure }: FigureCardsProps) {
  const { t } = useTranslation('portfolio')
  const format = useFormat()
  const now = points.at(-1)?.figures
  if (now === undefined) return null
  return (
    <fieldset className={styles['cards']} aria-label={t('figures.label')}>
      {FIGURES.map((each) => {
        const change = changeOf(points, each)
        const isGain = each === 'realised_profit' || each === 'unrealised_profit'
        return (
          <button
            key={each}
            type="button"
            className={styles['card']}
            aria-pressed={each === figure}
            onClick={() => onFigure(each)}
          >
            <span className={styles['name']}>{t(`figures.${each}`)}</span>
            <strong className={styles['amount']}>
              {isGain ? <Gain coins={now[each]} /> : <Price coins={now[each]} isExact />}
            </strong>
            <span className={styles['detail']}>
              {change === null ? t('so_far') : t('in_period', { amount: format.signedPrice(change) })}
            </span>
            {each === 'net_worth' && (
              <span className={styles['detail']}>
                {t('of_which', { coins: format.price(now.coins), items: format.price(now.items_value) })}
              </span>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
