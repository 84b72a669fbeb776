import { useState, type ComponentProps } from 'react'
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx'
import { ReasonField } from './FormField.tsx'

interface ReasonDialogProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen' | 'onConfirm'> {
  readonly label: string
  /** Error text without a reason. */
  readonly missing: string
  readonly onConfirm: (reason: string) => void
}

/** Confirms an action of the console and requires its reason. */
export function ReasonDialog({ label, missing, onConfirm, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') onConfirm(reason)
  }
  return (
    <ConfirmDialog {...dialog} isOpen onConfirm={confirm}>
      {children}
      <ReasonField label={label} value={reason} isFirst problem={isMissing ? missing : ''} onChange={setReason} />
    </ConfirmDialog>
  )
}
