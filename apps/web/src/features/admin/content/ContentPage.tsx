import type { CallResponse } from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import styles from '../AdminPanel.module.css'
import { CheckedContent } from './CheckedContent.tsx'
import { useCheckContent, useLoadedContent } from './content-pack.ts'
import { PackFacts } from './PackFacts.tsx'
import { Select } from '#shared/ui/Select.tsx'

/** The loaded content pack, what another one would change, and loading it. */
export function ContentPage() {
  const { t } = useTranslation('content')
  useTitle(t('title'))
  const { data, error, refetch } = useLoadedContent()
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('title')}</h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton shape="sections" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <PackFacts title={t('loaded')} pack={data.loaded} loadedAt={data.loaded.loaded_at} />
          <OtherPacks content={data} onLookAgain={() => void refetch()} />
        </>
      )}
    </div>
  )
}

/** Identifies the folder that the server started with. */
const OWN_FOLDER = ''

interface OtherPacksProps {
  readonly content: CallResponse<'POST /admin/content'>
  readonly onLookAgain: () => void
}

/** The folders that can be checked, and the findings in one. */
function OtherPacks({ content: { has_folder, folders, loaded }, onLookAgain }: OtherPacksProps) {
  const { t } = useTranslation('content')
  const errorText = useErrorText()
  const [chosen, setChosen] = useState('')
  const { mutate, data, error, isPending, variables } = useCheckContent()
  const choices = [...folders, OWN_FOLDER]
  const folder = choices.find((name) => name === chosen) ?? choices[0] ?? OWN_FOLDER
  const nameOf = (name: string) => (name === OWN_FOLDER ? t('own_folder') : name)
  return (
    <>
      <form
        className={styles['card']}
        aria-label={t('check')}
        onSubmit={(event) => {
          event.preventDefault()
          mutate(folder)
        }}
      >
        <p className={styles['fine']}>{t('explanation')}</p>
        {!has_folder && <p className={styles['hint']}>{t('no_folder')}</p>}
        {has_folder && folders.length === 0 && <p>{t('no_packs')}</p>}
        <Select
          label={t('folder')}
          isStacked
          value={folder}
          choices={choices.map((name) => ({ value: name, text: nameOf(name) }))}
          onChange={setChosen}
        />
        <div className={styles['line']}>
          <Button type="submit" look="accent" isPending={isPending}>
            {t('check')}
          </Button>
          <Button onClick={onLookAgain}>{t('look_again')}</Button>
        </div>
        {error !== null && (
          <p role="alert" className={styles['problem']}>
            {errorText(error)}
          </p>
        )}
      </form>
      {data !== undefined && !isPending && (
        <CheckedContent folder={variables} name={nameOf(variables)} checked={data} loaded={loaded} />
      )}
    </>
  )
}
