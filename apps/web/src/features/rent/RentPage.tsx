import { SECOND_MS } from '@clutch/contract/formats'
import { IconHandGrab, IconLoader2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInventoryLoad } from '#shared/account/inventory.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useNowSec } from '#shared/ui/use-now.ts'
import { useTitle } from '#shared/ui/use-title.ts'
import { toServerMs } from '#shared/timing/server-clock.ts'
import { useRent } from './api/rent.ts'
import { HallSection } from './components/HallSection.tsx'
import { RentDialog, type RentMode } from './components/RentDialog.tsx'
import { useRentCommands } from './hooks/use-rent-commands.ts'
import { HALLS, listRentables, owedAfter } from './model/salary.ts'
import styles from './RentPage.module.css'
import { createPortal } from 'react-dom'
import loader from './components/BlockingLoader.module.css'

/** Both halls: what the player has put there, what it has earned by now, and the shops that opens. */
export function RentPage() {
  const { t } = useTranslation('rent')
  const format = useFormat()
  useTitle(t('title'))
  useInventoryLoad()
  const { data, error, refetch, dataUpdatedAt } = useRent()
  const commands = useRentCommands()
  const [open, setOpen] = useState<{ readonly itemId: number; readonly mode: RentMode }>()
  const sinceReadSec = useNowSec(SECOND_MS) - toServerMs(dataUpdatedAt) / SECOND_MS

  if (data === undefined) {
    return error === null ? (
      <div className={pages['page']}>
        <Skeleton shape="halls" />
      </div>
    ) : (
      <ErrorState error={error} describe={(message) => t('failed.load', { message })} onRetry={() => void refetch()} />
    )
  }
  const rentables = listRentables(data)
  if (rentables.length === 0) return <EmptyState subject="people">{t('no_halls')}</EmptyState>
  const owing = rentables
    .map((rentable) => ({ rentable, coins: Math.floor(owedAfter(rentable, sinceReadSec)) }))
    .filter(({ coins }) => coins > 0)
  const total = owing.reduce((sum, { coins }) => sum + coins, 0)
  const shown = rentables.find(({ config }) => config.item_id === open?.itemId)
  return (
    <div className={pages['page']}>
      <div className={styles['head']}>
        <p className={styles['note']}>{t('note')}</p>
        <Button
          look="accent"
          disabled={total === 0}
          isPending={commands.running === 'take_salary'}
          onClick={() =>
            commands.takeSalary(
              owing.map(({ rentable }) => rentable.config.item_id),
              total,
            )
          }
        >
          <IconHandGrab size={18} stroke={1.6} aria-hidden="true" />
          {t('take_all', { amount: format.exact(total) })}
        </Button>
      </div>
      {HALLS.map((hall) => (
        <HallSection
          key={hall}
          hall={hall}
          rentables={rentables.filter(({ config }) => config.hall === hall)}
          sinceReadSec={sinceReadSec}
          onOpen={(itemId, mode) => setOpen({ itemId, mode })}
          onTakeSalary={(itemId, coins) => commands.takeSalary([itemId], coins)}
        />
      ))}
      {shown !== undefined && open !== undefined && (
        <RentDialog
          key={shown.config.item_id}
          rentable={shown}
          mode={open.mode}
          commands={commands}
          onMode={(mode) => setOpen({ ...open, mode })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {commands.running !== undefined && <BlockingLoader message={t(`running.${commands.running}`)} />}
    </div>
  )
}

/** Covers the page while a call runs, and says which (document 2 §2). */
function BlockingLoader({ message }: { readonly message: string }) {
  return createPortal(
    <div className={loader['overlay']}>
      <output className={loader['box']}>
        <IconLoader2 size={22} stroke={1.8} aria-hidden="true" className={loader['spinner']} />
        {message}
      </output>
    </div>,
    document.body,
  )
}
