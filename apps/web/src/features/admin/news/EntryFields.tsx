import { NEWS_LIMITS, type Language } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/Button.tsx'
import panel from '../AdminPanel.module.css'
import { emptyLine, type Draft, type TypedTexts } from './draft.ts'
import styles from './News.module.css'
import { TextField } from './TextField.tsx'
import { DateField } from '#shared/ui/DateField.tsx'

interface EntryFieldsProps {
  readonly draft: Draft
  readonly language: Language
  readonly onEdit: (change: Partial<Draft>) => void
}

/** An entry's content in the selected language. */
export function EntryFields({ draft, language, onEdit }: EntryFieldsProps) {
  const { t } = useTranslation('news')
  if (draft.kind === 'changelog') {
    return (
      <>
        <label className={panel['entry']}>
          {t('field.version')}
          <input
            className={panel['input']}
            value={draft.version}
            maxLength={NEWS_LIMITS.versionLength}
            onChange={({ target }) => onEdit({ version: target.value })}
          />
        </label>
        <Lines draft={draft} language={language} onEdit={onEdit} name="lines" label={t('field.changes')} />
      </>
    )
  }
  const ofText = (name: 'title' | 'body' | 'linkLabel') => ({
    texts: draft[name],
    language,
    onEdit: (texts: TypedTexts) => onEdit({ [name]: texts }),
  })
  return (
    <>
      <TextField label={t('field.title')} {...ofText('title')} maxLength={NEWS_LIMITS.titleLength} />
      <TextField label={t('field.body')} {...ofText('body')} maxLength={NEWS_LIMITS.bodyLength} rows={8} />
      <p className={panel['fine']}>{t('bbcode')}</p>
      <Lines draft={draft} language={language} onEdit={onEdit} name="lines" label={t('field.features')} />
      <Lines draft={draft} language={language} onEdit={onEdit} name="eventChanges" label={t('field.changes')} />
      <div className={panel['entries']}>
        <label className={panel['entry']}>
          {t('field.link_url')}
          <input
            type="url"
            className={panel['input']}
            value={draft.linkUrl}
            maxLength={NEWS_LIMITS.urlLength}
            onChange={({ target }) => onEdit({ linkUrl: target.value })}
          />
        </label>
        <TextField label={t('field.link_label')} {...ofText('linkLabel')} maxLength={NEWS_LIMITS.titleLength} />
      </div>
      <div className={panel['entries']}>
        {(['startsOn', 'endsOn'] as const).map((name) => (
          <DateField
            key={name}
            label={t(`field.${name}`)}
            isStacked
            value={draft[name]}
            onChange={(day) => onEdit({ [name]: day })}
          />
        ))}
      </div>
    </>
  )
}

interface LinesProps extends EntryFieldsProps {
  readonly name: 'lines' | 'eventChanges'
  readonly label: string
}

/** Features or changes: one line each, the same number in every language. */
function Lines({ draft, language, onEdit, name, label }: LinesProps) {
  const { t } = useTranslation('news')
  const lines = draft[name]
  return (
    <fieldset className={styles['lines']}>
      <legend>{label}</legend>
      {lines.map(({ key, texts }, index) => (
        <div key={key} className={styles['lineRow']}>
          <TextField
            label={t('field.line', { number: index + 1 })}
            isLabelHidden
            texts={texts}
            language={language}
            maxLength={NEWS_LIMITS.lineLength}
            rows={2}
            onEdit={(changed) =>
              onEdit({ [name]: lines.map((line) => (line.key === key ? { key, texts: changed } : line)) })
            }
          />
          <Button
            look="quiet"
            aria-label={t('field.remove_line_numbered', { number: index + 1 })}
            onClick={() => onEdit({ [name]: lines.filter((line) => line.key !== key) })}
          >
            {t('field.remove_line')}
          </Button>
        </div>
      ))}
      {lines.length < NEWS_LIMITS.lines && (
        <Button onClick={() => onEdit({ [name]: [...lines, emptyLine()] })}>{t('field.add_line')}</Button>
      )}
    </fieldset>
  )
}
