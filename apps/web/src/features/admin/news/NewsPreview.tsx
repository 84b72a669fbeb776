import type { Language } from '@clutch/contract/constants'
import { newsTextIn, type GivenTexts } from '@clutch/contract/news-texts'
import { Suspense, useState } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { AnnouncementCard, ChangelogCard } from '#shared/announcements/AnnouncementCard.tsx'
import { isoToday } from '#shared/announcements/event-state.ts'
import { SECOND_MS } from '@clutch/contract/formats'
import { LANGUAGE_NAMES } from '#shared/i18n/i18n.ts'
import { serverNowMs } from '#shared/timing/server-clock.ts'
import { fromLocalField, toContent, type Draft } from './draft.ts'
import styles from './News.module.css'

interface NewsPreviewProps {
  readonly draft: Draft
  readonly language: Language
}

/** The entry as players of a language will see it. */
export function NewsPreview({ draft, language }: NewsPreviewProps) {
  const { t, i18n } = useTranslation('news')
  const [inLanguages] = useState(() => new Map<Language, typeof i18n>())
  const known = inLanguages.get(language) ?? i18n.cloneInstance({ lng: language })
  if (!inLanguages.has(language)) inLanguages.set(language, known)
  return (
    <section className={styles['preview']} aria-label={t('preview', { language: LANGUAGE_NAMES[language] })}>
      <p className={styles['caption']}>{t('preview', { language: LANGUAGE_NAMES[language] })}</p>
      <Suspense>
        <I18nextProvider i18n={known}>
          <div lang={language}>
            <Card draft={draft} language={language} />
          </div>
        </I18nextProvider>
      </Suspense>
    </section>
  )
}

function Card({ draft, language }: NewsPreviewProps) {
  const content = toContent(draft)
  const say = (texts: GivenTexts) => newsTextIn(texts, language)
  const [today] = useState(() => isoToday(new Date(serverNowMs())))
  const fromSec = fromLocalField(draft.visibleFrom)
  const publishedOn = fromSec === null ? today : isoToday(new Date(fromSec * SECOND_MS))
  if (content.kind === 'changelog') {
    const entry = { version: content.version, published_on: publishedOn, changes: content.changes.map(say) }
    return <ChangelogCard entry={entry} isNew={false} />
  }
  const announcement = {
    id: draft.entryId,
    published_on: publishedOn,
    starts_on: content.starts_on,
    ends_on: content.ends_on,
    title: say(content.title),
    body: say(content.body),
    features: content.features.map(say),
    changes: content.changes.map(say),
    link: content.link === null ? null : { url: content.link.url, label: say(content.link.label) },
  }
  return <AnnouncementCard announcement={announcement} today={today} isNew={false} />
}
