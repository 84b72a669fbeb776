import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#shared/auth/session.ts'
import { useConnection } from '#shared/live/live-store.ts'
import type { LiveState } from '#shared/live/reconnect-manager.ts'
import { useDebouncedValue } from '#shared/timing/debounce.ts'
import styles from './ConnectionStatus.module.css'

/** The live connection's state as a dot and text (document 1 §4), visible only while something is wrong. */
export function ConnectionStatus() {
  const connection = useConnection()
  const text = useStatusText(connection)
  const isWrong = useIsLasting(connection.status !== 'connected')
  return (
    <output className={isWrong ? styles['status'] : 'visually-hidden'} title={text}>
      <span className={styles['dot']} data-status={connection.status} />
      <span className={styles['text']}>{text}</span>
    </output>
  )
}

/** A banner while disconnected: the reason, and that the data may be out of date. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOld = useIsOld()
  const status = useStatusText(useConnection())
  if (!isOld) return null
  return <output className={styles['banner']}>{t('live.old', { status })}</output>
}

/** How long a connection may be away before it is shown and data counts as stale. */
const PATIENCE_MS = 1_500

/** Whether the connection has been away for longer than that. */
export function useIsOld(): boolean {
  const { status } = useConnection()
  const isAway = useIsLasting(status === 'reconnecting' || status === 'error')
  const isSignedIn = useSignedIn()
  return isAway && isSignedIn
}

function useIsLasting(isNow: boolean): boolean {
  const was = useDebouncedValue(isNow, PATIENCE_MS)
  return isNow && was
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
