import { Dialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { isOnToasts } from './toast-store.ts'
import styles from './Modal.module.css'

/** Where the focus goes when a popup closes: to this element, or back to where it was (true). */
export type FinalFocus = () => HTMLElement | true

interface ModalProps {
  readonly title: ReactNode
  /** For popups with a chart or a table. */
  readonly isWide?: boolean
  /** `table` leaves room for several columns. */
  readonly width?: 'table'
  /** Keeps the content to the right visible and sharp, where there is room: players read it while the popup is open. */
  readonly isAside?: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Overrides where the focus goes on close. */
  readonly finalFocus?: FinalFocus | undefined
  readonly children: ReactNode
}

/** A popup that traps focus, closes on Escape and outside presses, and is a sheet on a phone. */
export function Modal({ title, isWide = false, width, isAside = false, isOpen, ...rest }: ModalProps) {
  const { onClose, finalFocus, children } = rest
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // A press on a toast above the popup must not close the popup.
        if (!open && !isOnToasts(event.target)) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop
          // A dialog above another one dims that one, too.
          forceRender
          className={classNames(styles['backdrop'], isAside && styles['clear'])}
        />
        <Dialog.Viewport className={classNames(styles['viewport'], isAside && styles['aside'])}>
          <Dialog.Popup
            ref={popup}
            className={classNames(styles['popup'], isWide && styles['wide'], width === 'table' && styles['table'])}
            initialFocus={(openType) => openType === 'touch' || firstFieldOf(popup.current)}
            finalFocus={finalFocus}
          >
            <div className={styles['head']}>
              <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
              <Dialog.Close
                render={
                  <Button look="quiet" isIcon aria-label={t('action.close')}>
                    <IconX size={18} />
                  </Button>
                }
              />
            </div>
            <div className={styles['body']}>{children}</div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/**
 * The field to focus first, or the popup itself: a ring around the close button would be the first thing one sees. On
 * touch it is always the popup, since a virtual keyboard would cover it.
 */
function firstFieldOf(popup: HTMLElement | null): HTMLElement | true {
  return popup?.querySelector<HTMLElement>('[data-initial-focus]') ?? popup ?? true
}
