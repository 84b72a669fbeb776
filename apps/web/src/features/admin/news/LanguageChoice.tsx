import { LANGUAGES, type Language } from '@clutch/contract/constants'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '#shared/i18n/i18n.ts'
import panel from '../AdminPanel.module.css'
import { languagesIncomplete, type Draft } from './draft.ts'
import styles from './News.module.css'

interface LanguageChoiceProps {
  readonly draft: Draft
  readonly language: Language
  readonly onChoose: (language: Language) => void
}

/** Selects the edited language; languages with missing texts are marked. */
export function LanguageChoice({ draft, language, onChoose }: LanguageChoiceProps) {
  const { t } = useTranslation('news')
  const incomplete = languagesIncomplete(draft)
  return (
    <div className={styles['languages']}>
      <fieldset className={styles['track']} aria-label={t('language')}>
        {LANGUAGES.map((each) => (
          <button
            key={each}
            type="button"
            className={styles['segment']}
            aria-pressed={each === language}
            onClick={() => onChoose(each)}
          >
            <span lang={each}>{LANGUAGE_NAMES[each]}</span>
            {incomplete.includes(each) && (
              <>
                <span aria-hidden="true" className={styles['mark']} />
                <span className="visually-hidden">{t('incomplete')}</span>
              </>
            )}
          </button>
        ))}
      </fieldset>
      <p className={panel['fine']}>{t('fallback_rule')}</p>
    </div>
  )
}
