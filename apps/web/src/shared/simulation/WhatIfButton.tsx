import type { SimulatedStart } from '@clutch/contract'
import { IconChartBar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../auth/session.ts'
import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { Button } from '../ui/Button.tsx'

const WhatIfDialog = lazyChunk(async () => (await import('./WhatIfDialog.tsx')).WhatIfDialog)

type OneStart<Start> = Start extends SimulatedStart ? Omit<Start, 'runs'> : never
/** The payload that would be started once. */
export type Start = OneStart<SimulatedStart>

interface WhatIfButtonProps {
  /** Of the recipe or the wheel. */
  readonly name: string
  /** Undefined while something has to be chosen first. */
  readonly start: Start | undefined
  readonly startsLine?: boolean
}

/** Opens a simulation of starting this: nothing is started (rules §10). */
export function WhatIfButton({ name, start, startsLine = false }: WhatIfButtonProps) {
  const { t } = useTranslation()
  const isSignedIn = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  if (!isSignedIn) return null
  return (
    <>
      <Button
        look="quiet"
        isFlush={startsLine}
        aria-haspopup="dialog"
        aria-label={t('what_if.open_of', { name })}
        disabled={start === undefined}
        onClick={() => setOpen(true)}
      >
        <IconChartBar size={18} stroke={1.6} aria-hidden="true" />
        {t('what_if.open')}
      </Button>
      <Suspense>
        {isOpen && start !== undefined && <WhatIfDialog name={name} start={start} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
