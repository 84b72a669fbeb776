import { CHART_INTERVALS, type ChartInterval } from '@clutch/contract/constants'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import styles from './ChartFrame.module.css'

interface ChartFrameProps<View extends string> {
  readonly title: string
  /** Whether the title is only for screen readers, as where its section has a name already. */
  readonly isTitleHidden?: boolean
  readonly interval: ChartInterval
  /** Not called for the current interval or while loading (document 1 §4). */
  readonly onInterval: (interval: ChartInterval) => void
  readonly isLoading: boolean
  readonly isFetching: boolean
  readonly onRefresh: () => void
  readonly views: readonly { readonly view: View; readonly label: string; readonly icon: ReactNode }[]
  readonly view: View
  readonly onView: (view: View) => void
  /** Further controls in the toolbar. */
  readonly tools?: ReactNode
  /** Figures above the plot. */
  readonly figures?: ReactNode
  /** Shown instead of the plot when there is no data; null otherwise. */
  readonly emptyText: string | null
  readonly children: ReactNode
}

/** The frame of every chart: one line of controls, figures if there are any, and the plot with its states. */
export function ChartFrame<View extends string>(props: ChartFrameProps<View>) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles['panel']}>
      <div className={styles['toolbar']}>
        <h3 className={props.isTitleHidden === true ? 'visually-hidden' : styles['title']}>{props.title}</h3>
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
              <span className={styles['full']}>{t(`for_${choice}`)}</span>
              <span className={styles['short']} aria-hidden="true">
                {t(`short_${choice}`)}
              </span>
            </button>
          ))}
        </fieldset>
        {props.tools}
        <fieldset className={styles['views']} aria-label={t('view')}>
          {props.views.map(({ view, label, icon }) => (
            <button
              key={view}
              type="button"
              className={styles['view']}
              aria-pressed={view === props.view}
              aria-label={label}
              title={label}
              onClick={() => props.onView(view)}
            >
              {icon}
            </button>
          ))}
        </fieldset>
        <Button
          look="quiet"
          isIcon
          className={styles['refresh']}
          isPending={props.isFetching}
          aria-label={t('refresh')}
          title={t('refresh')}
          onClick={props.onRefresh}
        >
          <IconRefresh size={16} />
        </Button>
      </div>
      {props.figures !== undefined && <div className={styles['figures']}>{props.figures}</div>}
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
