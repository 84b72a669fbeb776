import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import styles from './PulseCard.module.css'

const SKELETON_ROWS = 5

interface PulseCardProps {
  readonly title: string
  /** Says what the list goes by. */
  readonly hint?: string
  readonly query: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown }
  readonly isEmpty: boolean
  readonly emptyText: string
  /** Next to the title. */
  readonly note?: string
  /** Rows expected, so that little moves once they are loaded. */
  readonly rows?: number
  readonly children: ReactNode
}

/** A short list of the home page in all its states. */
export function PulseCard({ title, hint, query, isEmpty, emptyText, children, ...look }: PulseCardProps) {
  const { note = '', rows = SKELETON_ROWS } = look
  const { t } = useTranslation()
  const errorText = useErrorText()
  const hasFailed = query.error !== null && !query.isPending && isEmpty
  return (
    <section className={styles['card']} aria-label={title}>
      <header className={styles['head']}>
        <h2 className={styles['title']} title={hint}>
          {title}
        </h2>
        {note !== '' && <span className={styles['aside']}>{note}</span>}
      </header>
      {query.isPending ? (
        <output className={styles['skeleton']} aria-label={t('state.loading')}>
          {Array.from({ length: rows }, (_, row) => (
            <span key={row} />
          ))}
        </output>
      ) : hasFailed ? (
        <div role="alert" className={styles['note']}>
          <p>{errorText(query.error)}</p>
          <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
        </div>
      ) : isEmpty ? (
        <p className={styles['note']}>{emptyText}</p>
      ) : (
        <ul className={styles['rows']}>{children}</ul>
      )}
    </section>
  )
}
