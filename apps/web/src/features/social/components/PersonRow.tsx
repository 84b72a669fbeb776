import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './PersonRow.module.css'

interface PersonRowProps {
  readonly name: string
  /** Whether the player is online; undefined if that is private. */
  readonly isOnline?: boolean
  readonly onlineText?: string
  readonly detail?: ReactNode
  /** Something to be careful about. */
  readonly warning?: string | undefined
  readonly children: ReactNode
}

/** A player in a list, with the available actions. */
export function PersonRow({ name, isOnline, onlineText, detail, warning, children }: PersonRowProps) {
  return (
    <li className={styles['row']}>
      <div className={styles['who']}>
        <span className={styles['name']}>
          {isOnline !== undefined && (
            <span className={styles['dot']} data-online={isOnline} title={onlineText}>
              <span className="visually-hidden">{onlineText}</span>
            </span>
          )}
          <span className={styles['text']}>{name}</span>
        </span>
        {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
        {warning !== undefined && (
          <span className={styles['warning']}>
            <IconAlertTriangle size={14} aria-hidden="true" />
            {warning}
          </span>
        )}
      </div>
      <div className={styles['acts']}>{children}</div>
    </li>
  )
}
