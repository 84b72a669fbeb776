import { Dialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import styles from './Modal.module.css'

interface ModalProps {
  readonly title: ReactNode
  /** For popups that hold a chart or a table. */
  readonly isWide?: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A popup that keeps focus inside, closes on Escape and outside presses, and is a sheet on a phone. */
export function Modal({ title, isWide = false, isOpen, onClose, children }: ModalProps) {
  const { t } = useTranslation()
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Viewport className={styles['viewport']}>
          <Dialog.Popup className={classNames(styles['popup'], isWide && styles['wide'])}>
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
