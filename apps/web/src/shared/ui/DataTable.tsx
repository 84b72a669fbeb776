import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format/use-format.ts'
import { classNames } from './class-names.ts'
import styles from './DataTable.module.css'
import { Row, type Column } from './DataRow.tsx'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { Skeleton } from './Skeleton.tsx'
import { EmptyState, ErrorState } from './States.tsx'
import { useGrowingList } from './gradual-rendering.tsx'
import { sortRows, toggleSort, type TableSort } from './table-sort.ts'
import { Checkbox } from './Checkbox.tsx'

/** A few screens; longer tables grow as their end comes near. */
const ROWS_STEP = 100

/** Row selection with checkboxes, one for each row and one for all. */
export interface Selection<Item> {
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  readonly labelOf: (row: Item) => string
  readonly allLabel: string
  /** Rows that are being removed cannot be selected. */
  readonly isLocked: (row: Item) => boolean
}

interface DataTableProps<Item> {
  readonly label: string
  readonly columns: readonly Column<Item>[]
  /** Undefined while loading. */
  readonly rows: readonly Item[] | undefined
  readonly keyOf: (row: Item) => string
  /** Shown instead of an empty table. */
  readonly empty?: ReactNode
  readonly error?: Error | null
  readonly onRetry?: () => void
  /** Draws a framed surface; without it the table is part of another one. */
  readonly isFramed?: boolean
  /** Dense rows that scroll under their heads; otherwise rows become cards where columns do not fit. */
  readonly isCompact?: boolean
  /** The rows are stale while new ones load. */
  readonly isOld?: boolean
  readonly selection?: Selection<Item>
  /** State of a row, for its style. */
  readonly stateOf?: (row: Item) => string | undefined
  readonly isRowBusy?: (row: Item) => boolean
  /** A row flashes when this number changes. */
  readonly flashOf?: (row: Item) => number
}

/** The app's table: sortable heads, selectable rows, arrow keys between rows, and all four states. */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { rows, error = null, empty } = props
  if (rows === undefined) {
    return error === null ? <Skeleton /> : <ErrorState error={error} onRetry={() => props.onRetry?.()} />
  }
  if (rows.length === 0 && empty !== undefined)
    return typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty
  return <Filled {...props} rows={rows} />
}

function Filled<Item>(props: DataTableProps<Item> & { readonly rows: readonly Item[] }) {
  const { label, columns, rows, keyOf, selection, isCompact = false, isFramed = false } = props
  const format = useFormat()
  const [sort, setSort] = useState<TableSort | null>(null)
  const { drawn, end } = useGrowingList<HTMLDivElement>(rows.length, ROWS_STEP)
  const sorted = sortRows(rows, columns, sort, format.compare)
  const toggle = (key: string) => {
    const next = new Set(selection?.chosen)
    if (!next.delete(key)) next.add(key)
    selection?.onChoose(next)
  }
  return (
    <div className={classNames(isFramed && styles['frame'])} aria-busy={props.isOld}>
      <section
        className={styles['scroll']}
        aria-label={isCompact ? label : undefined}
        // A scrolling region must be focusable.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isCompact ? 0 : undefined}
      >
        <table
          className={isCompact ? styles['compact'] : styles['table']}
          aria-label={label}
          aria-rowcount={rows.length > ROWS_STEP ? rows.length + 1 : undefined}
        >
          <thead>
            <tr>
              {selection !== undefined && <SelectAll rows={rows} keyOf={keyOf} selection={selection} />}
              {columns.map((column) => (
                <Head key={column.key} column={column} sort={sort} onSort={(key) => setSort(toggleSort(sort, key))} />
              ))}
            </tr>
          </thead>
          {/* Handles keys pressed on the controls inside. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <tbody data-results onKeyDown={moveBetweenRows}>
            {sorted.slice(0, drawn).map((row) => (
              <Row
                key={keyOf(row)}
                row={row}
                columns={columns}
                isCompact={isCompact}
                state={props.stateOf?.(row)}
                isBusy={props.isRowBusy?.(row) === true}
                flashed={props.flashOf?.(row) ?? 0}
                choice={
                  selection && {
                    label: selection.labelOf(row),
                    isChosen: selection.chosen.has(keyOf(row)),
                    isLocked: selection.isLocked(row),
                    onToggle: () => toggle(keyOf(row)),
                  }
                }
              />
            ))}
          </tbody>
        </table>
      </section>
      <div ref={end} />
    </div>
  )
}

interface HeadProps<Item> {
  readonly column: Column<Item>
  readonly sort: TableSort | null
  readonly onSort: (key: string) => void
}

function Head<Item>({ column: { key, head, look, isHeadHidden, sortBy }, sort, onSort }: HeadProps<Item>) {
  const { t } = useTranslation()
  const isSorted = sort?.key === key
  const Arrow = !isSorted ? IconArrowsSort : sort.isAscending ? IconArrowUp : IconArrowDown
  return (
    <th
      scope="col"
      className={look === 'number' || look === 'acts' ? styles['number'] : undefined}
      aria-sort={isSorted ? (sort.isAscending ? 'ascending' : 'descending') : undefined}
    >
      {sortBy === undefined ? (
        <span className={isHeadHidden === true ? 'visually-hidden' : undefined}>{head}</span>
      ) : (
        <button
          type="button"
          className={styles['sort']}
          title={t('table.sort', { column: head })}
          onClick={() => onSort(key)}
        >
          {head}
          <Arrow size={12} aria-hidden="true" />
        </button>
      )}
    </th>
  )
}

interface SelectAllProps<Item> {
  readonly rows: readonly Item[]
  readonly keyOf: (row: Item) => string
  readonly selection: Selection<Item>
}

function SelectAll<Item>({ rows, keyOf, selection }: SelectAllProps<Item>) {
  const keys = rows.filter((row) => !selection.isLocked(row)).map(keyOf)
  const isAllChosen = keys.length > 0 && keys.every((key) => selection.chosen.has(key))
  return (
    <th scope="col" className={styles['check']}>
      <Checkbox
        name={selection.allLabel}
        isChecked={isAllChosen}
        isMixed={!isAllChosen && keys.some((key) => selection.chosen.has(key))}
        onChange={() => selection.onChoose(new Set(isAllChosen ? [] : keys))}
      />
    </th>
  )
}

const CONTROLS = 'a, button, [role="checkbox"]'

/** Arrow up and down move to the same control of the row above or below. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target instanceof Element ? event.target.closest('tr') : null
  const next =
    event.key === 'ArrowDown' ? row?.nextElementSibling : event.key === 'ArrowUp' ? row?.previousElementSibling : null
  if (row === null || next === null || next === undefined) return
  const place = [...row.querySelectorAll(CONTROLS)].findIndex((control) => control === event.target)
  const controls = next.querySelectorAll<HTMLElement>(CONTROLS)
  const target = controls[Math.min(place, controls.length - 1)]
  if (target === undefined) return
  event.preventDefault()
  target.focus()
}
