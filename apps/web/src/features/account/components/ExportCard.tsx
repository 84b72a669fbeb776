import type { DataExport } from '@clutch/contract'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDownload } from '#shared/api/use-download.ts'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Button } from '#shared/ui/Button.tsx'
import styles from '../AccountPage.module.css'
import { isBeingMade, useStartExport } from '../api/account.ts'

const PERCENT = 100
const KILOBYTE = 1_000
const MEGABYTE = 1_000_000

/** The ZIP of the player's data: request it, watch its progress, download it. */
export function ExportCard({ dataExport }: { readonly dataExport: DataExport | null }) {
  const { t } = useTranslation('account')
  const start = useStartExport()
  const { save, isPending } = useDownload()
  const isMade = isBeingMade(dataExport)
  const isDone = dataExport?.state === 'done'
  const download = () => save({ name: 'GET /account/export/file', fileName: 'clutch-data.zip' })
  return (
    <section className={styles['card']} aria-labelledby="export-title">
      <h2 id="export-title" className={styles['title']}>
        {t('export.title')}
      </h2>
      <p className={styles['text']}>{t('export.text')}</p>
      {dataExport !== null && <ExportState dataExport={dataExport} />}
      <div className={styles['acts']}>
        {isDone && (
          <Button look="accent" isPending={isPending} onClick={download}>
            <IconDownload size={18} stroke={1.6} aria-hidden="true" />
            {t('export.download')}
          </Button>
        )}
        {!isMade && (
          <Button look={isDone ? 'plain' : 'accent'} isPending={start.isPending} onClick={() => start.mutate()}>
            {t(isDone ? 'export.again' : 'export.start')}
          </Button>
        )}
      </div>
    </section>
  )
}

function ExportState({ dataExport }: { readonly dataExport: DataExport }) {
  const { t } = useTranslation('account')
  const { dateTime } = useFormat()
  const language = useLanguage()
  const { state, progress, bytes, expires_at, by_support } = dataExport
  if (state === 'failed') {
    return (
      <p role="alert" className={styles['problem']}>
        {t('export.failed')}
      </p>
    )
  }
  if (state === 'done') {
    const time = dateTime(expires_at ?? 0)
    return (
      <output>
        {by_support && `${t('export.by_support')} `}
        {t('export.done', { size: formatSize(bytes, language), time })}
      </output>
    )
  }
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(progress / PERCENT)
  const text = state === 'waiting' ? t('export.waiting') : t('export.running', { percent })
  return (
    <>
      <output>{text}</output>
      <progress className={styles['bar']} max={PERCENT} value={progress} aria-label={text} />
    </>
  )
}

function formatSize(bytes: number, language: string): string {
  const isLarge = bytes >= MEGABYTE
  const unit = isLarge ? 'megabyte' : 'kilobyte'
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 })
  return format.format(bytes / (isLarge ? MEGABYTE : KILOBYTE))
}
