import type { ChatReport } from '@clutch/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import styles from '../AdminPanel.module.css'

/** The messages around a reported one at the time of the report, oldest first. */
export function ReportContext({ message, context }: Pick<ChatReport, 'message' | 'context'>) {
  const { t } = useTranslation(['admin', 'chat'])
  const format = useFormat()
  return (
    <details>
      <summary className={styles['summary']}>{t('reports.context', { count: context.length })}</summary>
      <ol className={styles['context']}>
        {context.map(({ id, sender_name, sent_at, text, deleted_by }) => (
          <li key={id} aria-current={id === message.id || undefined}>
            <time className={styles['fine']}>{format.dateTime(sent_at)}</time> <b>{sender_name}</b>{' '}
            {deleted_by === null ? text : <i>{t(`chat:deleted.${deleted_by}`)}</i>}
          </li>
        ))}
      </ol>
    </details>
  )
}
