import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './DataTable.module.css'
import { useFlash } from './use-flash.ts'
import { Checkbox } from './Checkbox.tsx'

/** One column of a table: its head and its cells. */
export interface Column<Item> {
  readonly key: string
  readonly head: string
  /** Numbers are right-aligned, quiet ones are secondary, and `acts` holds the row's actions. */
  readonly look?: 'number' | 'quiet' | 'acts'
  readonly isHeadHidden?: boolean
  /** The cell that names the row; it needs no head in cards. */
  readonly isName?: boolean
  readonly className?: string | undefined
  /** Makes the column sortable by this value; rows with null come last in both directions. */
  readonly sortBy?: (row: Item) => number | string | null
  readonly renderCell: (row: Item) => ReactNode
}

interface RowProps<Item> {
  readonly row: Item
  readonly columns: readonly Column<Item>[]
  readonly isCompact: boolean
  readonly state: string | undefined
  readonly isBusy: boolean
  readonly flashed: number
  readonly choice:
    | { readonly label: string; readonly isChosen: boolean; readonly isLocked: boolean; readonly onToggle: () => void }
    | undefined
}

export function Row<Item>({ row, columns, isCompact, state, isBusy, flashed, choice }: RowProps<Item>) {
  const flash = useFlash<HTMLTableRowElement>(flashed, 0)
  return (
    <tr ref={flash} data-state={state} aria-busy={isBusy || undefined}>
      {choice !== undefined && (
        <td className={styles['check']}>
          <Checkbox
            name={choice.label}
            isChecked={choice.isChosen}
            isDisabled={choice.isLocked}
            onChange={choice.onToggle}
          />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.key} column={column} isHead={isCompact && column.isName === true}>
          {column.renderCell(row)}
        </Cell>
      ))}
    </tr>
  )
}

interface CellProps<Item> {
  readonly column: Column<Item>
  readonly isHead: boolean
  readonly children: ReactNode
}

function Cell<Item>({ column: { head, look, isName, className }, isHead, children }: CellProps<Item>) {
  if (isHead) return <th scope="row">{children}</th>
  return (
    <td
      className={classNames(look === 'acts' && styles['number'], look !== undefined && styles[look], className)}
      data-label={isName === true || look === 'acts' ? undefined : head}
    >
      {children}
    </td>
  )
}
