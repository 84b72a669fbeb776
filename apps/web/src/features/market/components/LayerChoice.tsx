import type { ChartInterval } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import type { ChartLayer } from '../model/chart-layers.ts'
import styles from './LayerChoice.module.css'

interface LayerChoiceProps {
  readonly interval: ChartInterval
  /** Available layers: anonymous visitors have no trades to mark. */
  readonly offered: readonly ChartLayer[]
  readonly chosen: readonly ChartLayer[]
  readonly onToggle: (layer: ChartLayer) => void
}

/** What is drawn over the prices; each button shows how it is drawn, so that the row is the legend too. */
export function LayerChoice({ interval, offered, chosen, onToggle }: LayerChoiceProps) {
  const { t } = useTranslation('market')
  return (
    <fieldset className={styles['layers']} aria-label={t('chart.layers')}>
      {offered.map((layer) => (
        <button
          key={layer}
          type="button"
          className={styles['layer']}
          aria-pressed={chosen.includes(layer)}
          onClick={() => onToggle(layer)}
        >
          <span className={styles['swatch']} data-layer={layer} />
          {layer === 'average' ? t(`chart.average_of.${interval}`) : t(`chart.layer.${layer}`)}
        </button>
      ))}
    </fieldset>
  )
}
