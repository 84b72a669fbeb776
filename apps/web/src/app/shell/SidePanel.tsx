import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { pressedKey } from '#shared/ui/keyboard.ts'
import styles from './SidePanel.module.css'

interface SidePanelProps {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A panel at the right edge: a column where there is room, above the page where there is not, a sheet on a phone. It
 * stays open while the player uses the page; Escape inside closes it.
 */
export function SidePanel({ id, title, onClose, children }: SidePanelProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = panel.current
    const opener = document.activeElement
    // On the document, so that React handlers inside the panel handle the key first.
    const leave = (event: KeyboardEvent) => {
      if (!(event.target instanceof Node) || element?.contains(event.target) !== true) return
      if (pressedKey(event) === 'Escape' && !event.defaultPrevented) close()
    }
    element?.focus()
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('keydown', leave)
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <section ref={panel} id={id} tabIndex={-1} aria-label={title} className={styles['panel']}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        <Button look="quiet" isIcon aria-label={t('action.close')} onClick={onClose}>
          <IconX size={18} />
        </Button>
      </div>
      {children}
    </section>
  )
}
