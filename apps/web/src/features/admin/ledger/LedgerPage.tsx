import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { ErrorState } from '#shared/ui/States.tsx'
import pages from '#shared/ui/TablePage.module.css'
import { useTitle } from '#shared/ui/use-title.ts'
import { SECOND_MS } from '@clutch/contract/formats'
import styles from '../AdminPanel.module.css'
import { FormField } from '../FormField.tsx'
import { ItemIdField } from '../ItemIdField.tsx'
import { wholeNumber } from '../item-change.ts'
import { EntryTable } from './EntryTable.tsx'
import { useLedger, useWholeOperation, type LedgerFilter } from './ledger.ts'
import { Select } from '#shared/ui/Select.tsx'
import { DateField } from '#shared/ui/DateField.tsx'

const NO_ENTRY = { steamId: '', item: '', kind: '', from: '', until: '' }
const STEAM_ID = /^7656119\d{10}$/

/**
 * The ledger of all players, newest first, by player, item, kind and time; an operation opens everything that belongs
 * to it.
 */
export function LedgerPage({ path }: { readonly path: string }) {
  const { t } = useTranslation(['operator', 'admin', 'inventory'])
  useTitle(t('ledger.title'))
  const navigate = useNavigate()
  const { operation } = useSearch({ strict: false }) as { operation?: string }
  const [entry, setEntry] = useState(NO_ENTRY)
  const [filter, setFilter] = useState<LedgerFilter>({})
  const ledger = useLedger(filter)
  const open = (id: string | undefined) =>
    void navigate({ to: '.', search: id === undefined ? {} : { operation: id }, resetScroll: false })
  const isMalformed = entry.steamId.trim() !== '' && !STEAM_ID.test(entry.steamId.trim())
  // From the texts, which are loaded already: the table of kinds would pull in all rules.
  const kinds = Object.keys(t('inventory:history.kinds', { returnObjects: true }))
  return (
    <div className={pages['page']}>
      <h2 className={pages['title']}>{t('ledger.title')}</h2>
      <form
        noValidate
        className={styles['card']}
        aria-label={t('admin:audit.filter')}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isMalformed) setFilter(toFilter(entry))
        }}
      >
        <div className={styles['entries']}>
          <FormField
            label={t('admin:card.steam_id')}
            value={entry.steamId}
            maxLength={32}
            isWholeNumber
            problem={isMalformed ? t('admin:user.malformed') : ''}
            onChange={(steamId) => setEntry({ ...entry, steamId })}
          />
          <ItemIdField
            label={t('market.item_id')}
            value={entry.item}
            onChange={(item) => setEntry({ ...entry, item })}
          />
          <Select
            label={t('admin:ledger.kind')}
            isStacked
            value={entry.kind}
            choices={[
              { value: '', text: t('admin:audit.any') },
              ...kinds.map((kind) => ({ value: kind, text: t(`inventory:history.kinds.${kind}`) })),
            ]}
            onChange={(kind) => setEntry({ ...entry, kind })}
          />
          {(['from', 'until'] as const).map((name) => (
            <DateField
              key={name}
              label={t(`ledger.${name}`)}
              isStacked
              hasTime
              value={entry[name]}
              onChange={(time) => setEntry({ ...entry, [name]: time })}
            />
          ))}
        </div>
        <div className={styles['line']}>
          <Button type="submit" look="accent" disabled={isMalformed} isPending={ledger.isFetching}>
            {t('admin:user.find')}
          </Button>
        </div>
      </form>
      {operation !== undefined && (
        <Whole key={operation} operationId={operation} path={path} onOpen={open} onClose={() => open(undefined)} />
      )}
      <EntryTable
        label={t('ledger.title')}
        path={path}
        entries={ledger.data?.pages.flatMap(({ response }) => response)}
        error={ledger.error}
        onRetry={() => void ledger.refetch()}
        empty={ledger.hasNextPage ? t('ledger.none_yet') : t('ledger.none')}
        onOpen={open}
      />
      {ledger.hasNextPage && (
        <Button isPending={ledger.isFetchingNextPage} onClick={() => void ledger.fetchNextPage()}>
          {t('ledger.look_on')}
        </Button>
      )}
    </div>
  )
}

interface WholeProps {
  readonly operationId: string
  readonly path: string
  readonly onOpen: (operationId: string) => void
  readonly onClose: () => void
}

/** One operation, the other side of its trade, and everything with the same cause. */
function Whole({ operationId, path, onOpen, onClose }: WholeProps) {
  const { t } = useTranslation(['operator', 'admin'])
  const format = useFormat()
  const { data, error, refetch } = useWholeOperation(operationId)
  const blocks = data === undefined ? [] : blocksOf(data)
  return (
    <section className={styles['card']} aria-label={t('ledger.whole')}>
      <h3 className={styles['name']}>{t('ledger.whole')}</h3>
      {data === undefined && error === null && <Skeleton />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <p className={styles['hint']}>
          {operationId} · {format.dateTime(data.operation.time)}
        </p>
      )}
      {blocks.map(({ name, entries }) => (
        <div key={name}>
          <h4>{t(`ledger.${name}`)}</h4>
          <EntryTable
            label={t(`ledger.${name}`)}
            path={path}
            entries={entries}
            empty={t('ledger.none')}
            onOpen={onOpen}
          />
        </div>
      ))}
      <div className={styles['line']}>
        <Button onClick={onClose}>{t('ledger.close')}</Button>
      </div>
    </section>
  )
}

function blocksOf({ operation, other_side, of_cause }: NonNullable<ReturnType<typeof useWholeOperation>['data']>) {
  return [
    { name: 'operation', entries: [operation] },
    { name: 'other_side', entries: other_side === null ? [] : [other_side] },
    { name: 'of_cause', entries: of_cause },
  ].filter(({ entries }) => entries.length > 0)
}

function toFilter({ steamId, item, kind, from, until }: typeof NO_ENTRY): LedgerFilter {
  return {
    steam_id: steamId.trim(),
    item_id: wholeNumber(item) ?? 0,
    kind,
    from: secondsOf(from),
    until: secondsOf(until),
  }
}

/** 0 for an empty field. */
function secondsOf(local: string): number {
  const atMs = Date.parse(local)
  return Number.isNaN(atMs) ? 0 : Math.floor(atMs / SECOND_MS)
}
