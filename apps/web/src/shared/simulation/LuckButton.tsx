import type { CallBody } from '@clutch/contract'
import { IconClover } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyChunk } from '../loading/lazy-chunk.tsx'
import { Button } from '../ui/Button.tsx'

const LuckLine = lazyChunk(async () => (await import('./LuckLine.tsx')).LuckLine)

export type EndedWork = CallBody<'POST /sim/luck'>

/** Shows on request how lucky a finished job was; the result replaces the button. */
export function LuckButton({ kind, id }: EndedWork) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  if (isAsked) {
    return (
      <Suspense>
        <LuckLine kind={kind} id={id} />
      </Suspense>
    )
  }
  return (
    <Button look="quiet" isFlush onClick={() => setAsked(true)}>
      <IconClover size={16} stroke={1.6} aria-hidden="true" />
      {t('what_if.luck')}
    </Button>
  )
}
