import { lazyChunk } from '#shared/loading/lazy-chunk.tsx'
import { IconBook2 } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import { TabbedLayout } from '#shared/ui/TabbedLayout.tsx'

const Teaser = lazyChunk(async () => (await import('#shared/production/Teaser.tsx')).Teaser)
const GuideDialog = lazyChunk(async () => (await import('./components/GuideDialog.tsx')).GuideDialog)

/** The recipe manager, and the guide to it. */
export function HarvestLayout() {
  const { t } = useTranslation('harvest')
  const [isGuideOpen, setGuideOpen] = useState(false)
  return (
    <>
      <TabbedLayout
        title={t('title')}
        label={t('tabs.label')}
        tabs={[
          { to: '/harvest/receipts', label: t('tabs.recipes') },
          { to: '/harvest/history', label: t('tabs.history') },
        ]}
        signedOutText={t('signed_out')}
        teaser={<Teaser area="harvest" />}
        action={
          <Button look="quiet" aria-haspopup="dialog" onClick={() => setGuideOpen(true)}>
            <IconBook2 size={18} stroke={1.6} aria-hidden="true" />
            {t('guide.open')}
          </Button>
        }
      />
      {isGuideOpen && (
        <Suspense>
          <GuideDialog onClose={() => setGuideOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
