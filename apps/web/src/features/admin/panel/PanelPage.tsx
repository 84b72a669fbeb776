import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#shared/i18n/use-error-text.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { useAdminUser } from './admin-user.ts'
import styles from '../AdminPanel.module.css'
import { EconomyBanner } from '../economy/EconomyBanner.tsx'
import { InventoryTable } from './InventoryTable.tsx'
import { ItemForm } from './ItemForm.tsx'
import { LedgerTable } from './LedgerTable.tsx'
import { DataRequests } from './DataRequests.tsx'
import { PlayerFile } from './PlayerFile.tsx'
import { UserCard } from './UserCard.tsx'
import { UnderWay } from '../under-way/UnderWay.tsx'

const STEAM_ID = /^7656119\d{10}$/

/** The admin panel (document 2 §2): finds a player by Steam id, and adds or removes items. */
export function PanelPage({ path }: { readonly path: string }) {
  const { t } = useTranslation('admin')
  useTitle(t('title'))
  const { steam_id: searched = '' } = useSearch({ strict: false }) as { steam_id?: string }
  const { data: user, error, isFetching, refetch } = useAdminUser(STEAM_ID.test(searched) ? searched : '')
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('title')}</h2>
      <EconomyBanner />
      <UserSearch
        key={searched}
        path={path}
        searched={searched}
        isPending={isFetching}
        onAgain={() => void refetch()}
      />
      {error !== null && user === undefined && <LoadFailure error={error} />}
      {isFetching && user === undefined && <Skeleton shape="sections" />}
      {user !== undefined && <UserCard user={user} />}
      <ItemForm user={user} />
      {user !== undefined && <InventoryTable user={user} />}
      {user !== undefined && <More key={user.steam_id} steamId={user.steam_id} />}
    </div>
  )
}

/** Loaded on request only, since every read is a row in the audit log. */
function More({ steamId }: { readonly steamId: string }) {
  const { t } = useTranslation('admin')
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{t('file.show')}</Button>
  return (
    <>
      <PlayerFile steamId={steamId} />
      <DataRequests key={steamId} steamId={steamId} />
      <UnderWay steamId={steamId} />
      <LedgerTable steamId={steamId} />
    </>
  )
}

function LoadFailure({ error }: { readonly error: Error }) {
  const { t } = useTranslation('admin')
  const errorText = useErrorText()
  return (
    <p role="alert" className={styles['problem']}>
      {t('user.load_failed', { message: errorText(error) })}
    </p>
  )
}

interface UserSearchProps {
  /** The console's address. */
  readonly path: string
  readonly searched: string
  readonly isPending: boolean
  /** Called when the same player is requested again. */
  readonly onAgain: () => void
}

function UserSearch({ path, searched, isPending, onAgain }: UserSearchProps) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const fieldId = useId()
  const playersPath: string = `${path}/players`
  const [text, setText] = useState(searched)
  const [problem, setProblem] = useState<'required' | 'malformed' | null>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const steamId = text.trim()
    const found = steamId === '' ? 'required' : STEAM_ID.test(steamId) ? null : 'malformed'
    setProblem(found)
    if (found !== null) return
    if (steamId === searched) onAgain()
    else void navigate({ to: '.', search: { steam_id: steamId } })
  }
  return (
    <form noValidate className={styles['search']} onSubmit={submit}>
      <label htmlFor={fieldId}>{t('user.steam_id')}</label>
      <div className={styles['line']}>
        <input
          id={fieldId}
          className={styles['input']}
          value={text}
          inputMode="numeric"
          autoComplete="off"
          placeholder="76561198000000000"
          aria-invalid={problem !== null}
          aria-describedby={`${fieldId}-problem`}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="accent" isPending={isPending}>
          {t('user.find')}
        </Button>
      </div>
      <p id={`${fieldId}-problem`} role="alert" className={styles['problem']}>
        {problem !== null && t(`user.${problem}`)}{' '}
        {problem === 'malformed' && (
          <Link to={playersPath} search={{ q: text.trim() }}>
            {t('user.find_by_name')}
          </Link>
        )}
      </p>
    </form>
  )
}
