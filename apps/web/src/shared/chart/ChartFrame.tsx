import { CHART_INTERVALS, type ChartInterval } from '@clutch/contract/constants'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import styles from './ChartFrame.module.css'

interface ChartFrameProps<View extends string> {
  readonly title: string
  readonly interval: ChartInterval
  /** Not called for the current interval or while loading (document 1 §4). */
  readonly onInterval: (interval: ChartInterval) => void
  readonly isLoading: boolean
  readonly isFetching: boolean
  readonly onRefresh: () => void
  readonly views: readonly { readonly view: View; readonly label: string }[]
  readonly view: View
  readonly onView: (view: View) => void
  /** Figures above the plot. */
  readonly figures: ReactNode
  /** Shown instead of the plot when there is no data; null otherwise. */
  readonly emptyText: string | null
  readonly children: ReactNode
}

/** The frame of every chart: title, interval, refresh, figures, choice of view, and its states. */
export function ChartFrame<View extends string>(props: ChartFrameProps<View>) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <h3 className={styles['title']}>{props.title}</h3>
        <fieldset className={styles['intervals']} aria-label={t('interval')}>
          {CHART_INTERVALS.map((choice) => (
            <button
              key={choice}
              type="button"
              className={styles['interval']}
              aria-pressed={choice === props.interval}
              onClick={() => {
                if (choice !== props.interval && !props.isLoading && !props.isFetching) props.onInterval(choice)
              }}
            >
              {t(`for_${choice}`)}
            </button>
          ))}
        </fieldset>
        <Button
          look="quiet"
          isIcon
          isPending={props.isFetching}
          aria-label={t('refresh')}
          title={t('refresh')}
          onClick={props.onRefresh}
        >
          <IconRefresh size={16} />
        </Button>
      </div>
      <div className={styles['figures']}>
        {props.figures}
        <fieldset className={styles['views']} aria-label={t('view')}>
          {props.views.map(({ view, label }) => (
            <button
              key={view}
              type="button"
              className={styles['view']}
              aria-pressed={view === props.view}
              onClick={() => props.onView(view)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={styles['plot']}>
        {props.isLoading ? (
          <output className={styles['waiting']} aria-label={t('shell:state.loading')} />
        ) : props.emptyText === null ? (
          props.children
        ) : (
          <p className={styles['empty']}>{props.emptyText}</p>
        )}
      </div>
    </div>
  )
}

/** Placeholder with a plot's size while its code loads. */
export function PlotFallback() {
  return <div className={styles['waiting']} />
}
