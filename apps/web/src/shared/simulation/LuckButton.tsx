import type { CallBody } from '@clutch/contract'
import { IconClover } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../loading/lazy-part.tsx'
import { Button } from '../ui/Button.tsx'

const LuckLine = lazyPart(async () => (await import('./LuckLine.tsx')).LuckLine)

export type EndedWork = CallBody<'POST /sim/luck'>

/** Asks how lucky one was with something that has ended; the answer takes its place. */
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
    <Button look="quiet" onClick={() => setAsked(true)}>
      <IconClover size={16} stroke={1.6} aria-hidden="true" />
      {t('what_if.luck')}
    </Button>
  )
}
