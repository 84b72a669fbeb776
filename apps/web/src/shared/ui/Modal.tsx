import { Dialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { isOnToasts } from './Toasts.tsx'
import styles from './Modal.module.css'

/** Says where the focus goes as a popup closes: to this element, or back to where it was. */
export type FinalFocus = () => HTMLElement | true

interface ModalProps {
  readonly title: ReactNode
  /** For popups that hold a chart or a table. */
  readonly isWide?: boolean
  /** `table` leaves room for several columns. */
  readonly width?: 'table'
  /** Leaves what stands to the right in sight and sharp, where there is room: it is read while the popup is open. */
  readonly isBeside?: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Where the focus goes then; back to where it was, unless this says otherwise. */
  readonly finalFocus?: FinalFocus | undefined
  readonly children: ReactNode
}

/** A popup that keeps focus inside, closes on Escape and outside presses, and is a sheet on a phone. */
export function Modal({ title, isWide = false, width, isBeside = false, isOpen, ...rest }: ModalProps) {
  const { onClose, finalFocus, children } = rest
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // A note that stands above the popup is pressed to read or close that note.
        if (!open && !isOnToasts(event.target)) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={classNames(styles['backdrop'], isBeside && styles['clear'])} />
        <Dialog.Viewport className={classNames(styles['viewport'], isBeside && styles['beside'])}>
          <Dialog.Popup
            ref={popup}
            className={classNames(styles['popup'], isWide && styles['wide'], width === 'table' && styles['table'])}
            initialFocus={(openType) => openType === 'touch' || findFirst(popup.current)}
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

/** The field that the popup is opened for. A virtual keyboard would cover it, so a touch leaves the focus to the popup. */
function findFirst(popup: HTMLElement | null): HTMLElement | true {
  return popup?.querySelector<HTMLElement>('[data-initial-focus]') ?? true
}
