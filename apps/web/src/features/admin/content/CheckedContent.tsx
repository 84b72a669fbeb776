import type {
  AffectedContent,
  CallResponse,
  ContentChange,
  ContentFinding,
  ContentObstacle,
  LoadedPack,
} from '@clutch/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/format/use-format.ts'
import type { Column } from '#shared/ui/DataRow.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { DataTable } from '#shared/ui/DataTable.tsx'
import styles from '../AdminPanel.module.css'
import { LoadDialog } from './LoadDialog.tsx'
import { PackFacts } from './PackFacts.tsx'

interface CheckedContentProps {
  readonly folder: string
  /** The folder's display name. */
  readonly name: string
  readonly checked: CallResponse<'POST /admin/check-content'>
  readonly loaded: LoadedPack
}

/** Findings in a pack, its differences from the loaded one, and the affected players. */
export function CheckedContent({ folder, name, checked, loaded }: CheckedContentProps) {
  const { t } = useTranslation('content')
  const { pack, findings, left_out } = checked
  const isSame = pack !== null && pack.digest === loaded.digest
  const verdict = pack === null ? 'unusable' : isSame ? 'same' : 'usable'
  return (
    <>
      <output className={pack === null ? styles['problem'] : undefined}>
        {t(`verdict.${verdict}`, { folder: name })}
      </output>
      {pack !== null && <PackFacts title={name} pack={pack} />}
      <h3 className={styles['subtitle']}>{t('findings.title')}</h3>
      <DataTable
        label={t('findings.title')}
        columns={useFindingColumns()}
        rows={findings}
        keyOf={({ severity, file, entry, field, message }) => [severity, file, entry, field, message].join('\n')}
        empty={t('findings.none')}
        isFramed
      />
      <LeftOut count={left_out.findings} />
      {pack !== null && !isSame && (
        <>
          <Difference checked={checked} />
          <Loading folder={folder} checked={checked} loaded={loaded} />
        </>
      )}
    </>
  )
}

function Difference({ checked: { difference, affected, left_out } }: Pick<CheckedContentProps, 'checked'>) {
  const { t } = useTranslation('content')
  const settings = difference?.settings ?? []
  return (
    <>
      <h3 className={styles['subtitle']}>{t('affected.title')}</h3>
      <p className={styles['fine']}>{t('affected.explanation')}</p>
      <DataTable
        label={t('affected.title')}
        columns={useAffectedColumns()}
        rows={affected}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        empty={t('affected.none')}
        isFramed
      />
      <h3 className={styles['subtitle']}>{t('changes.title')}</h3>
      {settings.length > 0 && <p>{t('changes.settings', { names: settings.join(', ') })}</p>}
      <DataTable
        label={t('changes.title')}
        columns={useChangeColumns()}
        rows={difference?.changes ?? []}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        empty={t('changes.none')}
        isFramed
      />
      <LeftOut count={left_out.changes} />
    </>
  )
}

/** Why the pack cannot be loaded, or the button that loads it. */
function Loading({ folder, checked, loaded }: Omit<CheckedContentProps, 'name'>) {
  const { t } = useTranslation('content')
  const [isOpen, setOpen] = useState(false)
  const { obstacles, needs_restart, compared_with } = checked
  const columns = useObstacleColumns()
  if (compared_with !== loaded.number) return <p className={styles['hint']}>{t('load.outdated')}</p>
  return (
    <section className={styles['card']} aria-label={t('load.confirm')}>
      {needs_restart && <p className={styles['problem']}>{t('load.needs_restart')}</p>}
      {obstacles.length > 0 && (
        <>
          <p className={styles['problem']}>{t('load.in_use')}</p>
          <DataTable
            label={t('load.in_use')}
            columns={columns}
            rows={obstacles}
            keyOf={({ item_id }) => String(item_id)}
            empty=""
            isFramed
          />
        </>
      )}
      <p className={styles['hint']}>{t('load.explanation')}</p>
      <div className={styles['line']}>
        <Button look="accent" disabled={needs_restart || obstacles.length > 0} onClick={() => setOpen(true)}>
          {t('load.confirm')}
        </Button>
      </div>
      {isOpen && <LoadDialog folder={folder} checked={checked} onClose={() => setOpen(false)} />}
    </section>
  )
}

function useObstacleColumns(): readonly Column<ContentObstacle>[] {
  const { t } = useTranslation('content')
  const format = useFormat()
  return [
    {
      key: 'name',
      head: t('changes.entry'),
      isName: true,
      renderCell: ({ item_id, name }) => nameOf(String(item_id), name),
    },
    { key: 'units', head: t('affected.units'), look: 'number', renderCell: ({ units }) => format.exact(units) },
    {
      key: 'open_lots',
      head: t('affected.open_lots'),
      look: 'number',
      renderCell: ({ open_lots }) => format.exact(open_lots),
    },
    {
      key: 'under_way',
      head: t('load.may_come'),
      renderCell: ({ is_under_way }) => (is_under_way ? t('load.yes') : '–'),
    },
  ]
}

function LeftOut({ count }: { readonly count: number }) {
  const { t } = useTranslation('content')
  const format = useFormat()
  return count === 0 ? null : <p className={styles['fine']}>{t('left_out', { count, amount: format.exact(count) })}</p>
}

function useFindingColumns(): readonly Column<ContentFinding>[] {
  const { t } = useTranslation('content')
  return [
    {
      key: 'severity',
      head: t('findings.severity'),
      isName: true,
      renderCell: ({ severity }) => t(`severity.${severity}`),
    },
    {
      key: 'place',
      head: t('findings.place'),
      renderCell: ({ file, entry, field }) => [file, entry, field].filter((part) => part !== '').join(', ') || '–',
    },
    // Findings are in English, like the pack's files.
    { key: 'message', head: t('findings.message'), renderCell: ({ message }) => <span lang="en">{message}</span> },
  ]
}

function useChangeColumns(): readonly Column<ContentChange>[] {
  const { t } = useTranslation('content')
  return [
    { key: 'name', head: t('changes.entry'), isName: true, renderCell: ({ id, name }) => nameOf(id, name) },
    { key: 'kind', head: t('changes.kind'), sortBy: ({ kind }) => kind, renderCell: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'change',
      head: t('changes.change'),
      sortBy: ({ change }) => change,
      renderCell: ({ change }) => t(`change.${change}`),
    },
    { key: 'fields', head: t('changes.fields'), look: 'quiet', renderCell: ({ fields }) => fields.join(', ') || '–' },
  ]
}

const NUMBERS = ['players', 'units', 'open_lots', 'jobs', 'rented'] as const

function useAffectedColumns(): readonly Column<AffectedContent>[] {
  const { t } = useTranslation('content')
  const format = useFormat()
  return [
    { key: 'name', head: t('changes.entry'), isName: true, renderCell: ({ id, name }) => nameOf(id, name) },
    { key: 'kind', head: t('changes.kind'), renderCell: ({ kind }) => t(`kind.${kind}`) },
    { key: 'change', head: t('changes.change'), renderCell: ({ change }) => t(`change.${change}`) },
    ...NUMBERS.map((name): Column<AffectedContent> => ({
      key: name,
      head: t(`affected.${name}`),
      look: 'number',
      sortBy: (row) => row[name],
      renderCell: (row) => format.exact(row[name]),
    })),
  ]
}

function nameOf(id: string, name: string): string {
  return name === '' ? id : `${name} (${id})`
}
