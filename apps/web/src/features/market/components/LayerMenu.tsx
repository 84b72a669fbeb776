import type { ChartInterval } from '@clutch/contract/constants'
import { IconCheck, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import type { ChartLayer } from '../model/chart-layers.ts'
import styles from './LayerMenu.module.css'

const MENU_ID = 'chart-layers'

interface LayerMenuProps {
  readonly interval: ChartInterval
  /** Available layers: anonymous visitors have no trades to mark. */
  readonly offered: readonly ChartLayer[]
  readonly chosen: readonly ChartLayer[]
  readonly onToggle: (layer: ChartLayer) => void
}

/** What is drawn over the prices; each entry shows how it is drawn, so that the menu is the legend too. */
export function LayerMenu({ interval, offered, chosen, onToggle }: LayerMenuProps) {
  const { t } = useTranslation(['market', 'chart'])
  return (
    <>
      <Button
        look="quiet"
        className={styles['opener']}
        popoverTarget={MENU_ID}
        aria-label={t('chart:prices.layers')}
        title={t('chart:prices.layers')}
      >
        <IconStack2 size={16} aria-hidden="true" />
        <span className={styles['word']}>{t('chart:prices.layers')}</span>
      </Button>
      <fieldset id={MENU_ID} popover="auto" className={styles['menu']} aria-label={t('chart:prices.layers')}>
        {offered.map((layer) => (
          <button
            key={layer}
            type="button"
            className={styles['layer']}
            aria-pressed={chosen.includes(layer)}
            title={layer === 'candles' ? t('chart:prices.candles_note') : undefined}
            onClick={() => onToggle(layer)}
          >
            <span className={styles['swatch']} data-layer={layer} />
            {layer === 'average' ? t(`chart:prices.average_of.${interval}`) : t(`chart:prices.layer.${layer}`)}
            <span className={styles['check']}>
              {chosen.includes(layer) && <IconCheck size={16} aria-hidden="true" />}
            </span>
          </button>
        ))}
      </fieldset>
    </>
  )
}
