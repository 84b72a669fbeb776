import { HOUR_SEC, MINUTE_SEC, SECOND_MS } from '@clutch/contract/formats'
import { IconBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { LazyConfirmDialog } from '#shared/ui/LazyConfirmDialog.tsx'
import { useNowSec } from '#shared/ui/use-now.ts'
import styles from './EnergyButton.module.css'
import { useActivateEnergy, useEnergy } from '#shared/production/energy.ts'
import { showToast } from '#shared/ui/toast-store.ts'

/** Larger counts show as "99+". */
const BADGE_MAX = 99

/** Uses one energy item after a confirmation; shows how many are left and a countdown. Hidden without either. */
export function EnergyButton() {
  const { t } = useTranslation()
  const format = useFormat()
  const { count, energised_until: energisedUntilSec } = useEnergy()
  const { run, isPending: isActivating } = useActivateEnergy()
  const [isAsking, setAsking] = useState(false)
  const leftSec = energisedUntilSec - useNowSec(SECOND_MS, energisedUntilSec)
  const activate = () =>
    run(
      {},
      {
        onSuccess(after) {
          showToast(t('energy.until', { time: format.time(after.energised_until) }), 'buy')
          setAsking(false)
        },
        onError(error) {
          console.warn('energy activation failed', error)
          setAsking(false)
        },
      },
    )
  if (count === 0 && leftSec <= 0) return null
  const until = leftSec > 0 ? t('energy.until', { time: format.time(energisedUntilSec) }) : ''
  const act = isActivating
    ? t('energy.activating')
    : count > 0
      ? t('energy.activate', { amount: format.exact(count) })
      : ''
  const label = act !== '' && until !== '' ? t('joined', { first: act, second: until }) : act + until
  return (
    <>
      <Button
        look="quiet"
        className={styles['energy']}
        title={label}
        data-energised={leftSec > 0}
        isPending={isActivating}
        disabled={isActivating || count === 0}
        onClick={() => setAsking(true)}
      >
        <IconBolt size={20} stroke={1.6} aria-hidden="true" />
        <span className="visually-hidden">{label}</span>
        <span aria-hidden="true" className={styles['figures']}>
          {leftSec > 0 && <span className={styles['left']}>{countdown(leftSec)}</span>}
          {count > 0 && <span className={styles['badge']}>{count > BADGE_MAX ? `${BADGE_MAX}+` : count}</span>}
        </span>
      </Button>
      <LazyConfirmDialog
        title={t('energy.title')}
        look="accent"
        isOpen={isAsking}
        isPending={isActivating}
        error={null}
        confirmLabel={t('energy.confirm')}
        onConfirm={activate}
        onClose={() => setAsking(false)}
      >
        <p>{t('energy.explain', { amount: format.exact(count) })}</p>
      </LazyConfirmDialog>
    </>
  )
}

/** A countdown in minutes and seconds, with hours if there are any. */
function countdown(leftSec: number): string {
  const hours = Math.floor(leftSec / HOUR_SEC)
  const minutes = Math.floor((leftSec % HOUR_SEC) / MINUTE_SEC)
  const rest = pad(leftSec % MINUTE_SEC)
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
