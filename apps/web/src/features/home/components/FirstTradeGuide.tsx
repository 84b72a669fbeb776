import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '#shared/ui/class-names.ts'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { STEPS, TERMS, type Step, type Term } from '../model/first-trade.ts'
import styles from './FirstTradeGuide.module.css'

const TOOLTIP_MS = 200

const PLACES = {
  look: { to: '/marketplace/market', search: {} },
  buy: { to: '/marketplace/market', search: { sort: 'sell', order: 'asc' } },
  offer: { to: '/inventory/page', search: {} },
  sell: { to: '/marketplace/my-listings', search: {} },
} as const satisfies Record<Step, object>

interface FirstTradeGuideProps {
  readonly done: ReadonlySet<Step>
  readonly onClose: () => void
}

/** Four steps to a first trade that check themselves off, with the words of the trade explained. */
export function FirstTradeGuide({ done, onClose }: FirstTradeGuideProps) {
  const { t } = useTranslation('guide')
  const isAllDone = done.size === STEPS.length
  const next = STEPS.find((step) => !done.has(step))
  return (
    <section className={styles['guide']} aria-label={t('title')}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{t('title')}</h2>
        <output className={styles['progress']}>{t('progress', { done: done.size, total: STEPS.length })}</output>
        <button type="button" className={styles['close']} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
          {t('close')}
        </button>
      </div>
      {isAllDone && <p className={styles['done']}>{t('all_done')}</p>}
      <ol className={styles['steps']}>
        {STEPS.map((step) => (
          <GuideStep key={step} step={step} isDone={done.has(step)} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

interface GuideStepProps {
  readonly step: Step
  readonly isDone: boolean
  readonly isNext: boolean
}

function GuideStep({ step, isDone, isNext }: GuideStepProps) {
  const { t } = useTranslation('guide')
  const [explained, setExplained] = useState<Term | null>(null)
  const { to, search } = PLACES[step]
  return (
    <li className={classNames(styles['step'], isDone && styles['isDone'], isNext && styles['isNext'])}>
      <span className={styles['mark']}>
        {isDone && <IconCheck size={16} stroke={2.4} aria-hidden="true" />}
        <span className="visually-hidden">{t(isDone ? 'done' : 'open')}</span>
      </span>
      <h3 className={styles['name']}>{t(`steps.${step}.title`)}</h3>
      <p className={styles['text']}>{t(`steps.${step}.text`)}</p>
      <ul className={styles['terms']} aria-label={t('terms_label')}>
        {TERMS[step].map((term) => (
          <li key={term}>
            <Tooltip delayMs={TOOLTIP_MS} text={t(`terms.${term}.text`)}>
              <button
                type="button"
                className={styles['term']}
                aria-expanded={explained === term}
                onClick={() => setExplained(explained === term ? null : term)}
              >
                {t(`terms.${term}.name`)}
              </button>
            </Tooltip>
          </li>
        ))}
      </ul>
      {explained !== null && <p className={styles['explained']}>{t(`terms.${explained}.text`)}</p>}
      <Link to={to} search={search} className={styles['go']}>
        {t(`steps.${step}.go`)}
      </Link>
    </li>
  )
}
