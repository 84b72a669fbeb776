import type { NewsEntry } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { useLanguage } from '#shared/i18n/use-language.ts'
import { Button } from '#shared/ui/Button.tsx'
import panel from '../AdminPanel.module.css'
import { draftOfEntry } from './draft.ts'
import { NewsPreview } from './NewsPreview.tsx'

interface ConflictNoteProps {
  readonly saved: NewsEntry
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Another operator has saved the entry meanwhile: shows it, and lets this one choose which text to keep. */
export function ConflictNote({ saved, onKeepMine, onTakeTheirs }: ConflictNoteProps) {
  const { t } = useTranslation('news')
  const format = useFormat()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={panel['frozen']} aria-label={t('conflict.title')}>
      <p>{t('conflict.explanation', { name: saved.edited_by, time: format.dateTime(saved.edited_at) })}</p>
      <div className={panel['buttons']}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('conflict.show')}
        </Button>
        <Button look="accent" onClick={onKeepMine}>
          {t('conflict.keep_mine')}
        </Button>
        <Button look="sell" onClick={onTakeTheirs}>
          {t('conflict.take_theirs')}
        </Button>
      </div>
      {isOpen && <NewsPreview draft={draftOfEntry(saved)} language={language} />}
    </section>
  )
}
