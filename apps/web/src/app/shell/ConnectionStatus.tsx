import { useTranslation } from 'react-i18next'
import { useConnection } from '#shared/live/live-store.ts'
import type { LiveState } from '#shared/live/reconnect-manager.ts'
import styles from './ConnectionStatus.module.css'

/** The live connection's state as a dot and in words (document 1 §4). */
export function ConnectionStatus() {
  const text = useStatusText(useConnection())
  const { status } = useConnection()
  return (
    <output className={styles['status']} title={text}>
      <span className={styles['dot']} data-status={status} />
      <span className={styles['text']}>{text}</span>
    </output>
  )
}

function useStatusText({ status, attempt, error }: LiveState): string {
  const { t } = useTranslation()
  switch (status) {
    case 'connecting':
      return t('live.connecting')
    case 'connected':
      return t('live.connected')
    case 'disconnected':
      return t('live.disconnected')
    case 'reconnecting':
      return t('live.reconnecting', { attempt })
    case 'error':
      return t('live.error', {
        message: error === null ? '' : t(`live.errors.${error.code}`, { type: error.eventType }),
      })
  }
}
