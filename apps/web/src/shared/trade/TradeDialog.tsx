import { useTranslation } from 'react-i18next'
import { useItemName } from '../catalogue/use-item-name.ts'
import type { ItemDetails } from '../market/item-details.ts'
import { Modal } from '../ui/Modal.tsx'
import { TradeForm } from './TradeForm.tsx'
import type { TradeStart } from './use-trade-form.ts'

interface TradeDialogProps {
  readonly itemId: number
  readonly details: ItemDetails
  readonly form: TradeStart
  readonly onClose: () => void
}

/** The buy or sell popup, a sheet on a phone. */
export function TradeDialog({ itemId, details, form, onClose }: TradeDialogProps) {
  const { t } = useTranslation('market')
  const name = useItemName()(itemId)
  return (
    <Modal title={t(`trade.${form.side}_title`, { name })} isAside isOpen onClose={onClose}>
      <TradeForm itemId={itemId} details={details} start={form} onDone={onClose} />
    </Modal>
  )
}
