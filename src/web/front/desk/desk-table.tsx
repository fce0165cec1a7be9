import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/platform/ui/link.tsx'
import './desk-table.css'

export type Column<Row> = {
  readonly title: string
  readonly of: (row: Row) => ReactNode
  /** `amount`: digits at the right; `digits`: such as a date; `long`: more than a word, which may wrap. */
  readonly look?: 'amount' | 'digits' | 'long'
  /** The title is for screen readers alone. */
  readonly titleHidden?: boolean
  /** Its name in the address, where rows can be sorted by it. */
  readonly sort?: string
}

/** `by`: a column's `sort`; empty for the usual order. */
export type Sorting = { readonly by: string; readonly descending: boolean }

type Chosen = {
  readonly keys: ReadonlySet<string>
  readonly change: (keys: ReadonlySet<string>) => void
  /** Names the box of a row. */
  readonly nameOf: (key: string) => string
  readonly allLabel: string
}

/** The column of what can be done with a row. */
export function actsColumn<Row>(of: (row: Row) => ReactNode): Column<Row> {
  return { title: m.desk_acts(), titleHidden: true, of }
}

/** A link to what a row is about, or to its rows; as high as a finger needs. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link inline-block min-h-6">
      <bdi>{children}</bdi>
    </Link>
  )
}

/**
 * The table of the desk: the first column names its row. Arrow keys move between rows, whose links and buttons open them. Below 900 px
 * each row is a card that names its values.
 */
export function DeskTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  sorting,
  onSort,
  chosen,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sorting?: Sorting
  onSort?: (sorting: Sorting) => void
  /** Selected rows, if the page has bulk actions. */
  chosen?: Chosen
}) {
  const keys = rows.map(keyOf)
  const areAllChosen = keys.length > 0 && keys.every((key) => chosen?.keys.has(key))
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      className="desk-table sticky-heads"
    >
      <table className="table w-full">
        <thead>
          <tr>
            {chosen ? (
              <th scope="col" className="desk-choice">
                <Box
                  label={chosen.allLabel}
                  checked={areAllChosen}
                  onChange={() => chosen.change(new Set(areAllChosen ? [] : keys))}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <Head key={column.title} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveBetweenRows}>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} rowKey={keyOf(row)} columns={columns} chosen={chosen} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row<Data>({
  row,
  rowKey,
  columns,
  chosen,
}: {
  row: Data
  rowKey: string
  columns: readonly Column<Data>[]
  chosen: Chosen | undefined
}) {
  return (
    <tr>
      {chosen ? (
        <td className="desk-choice">
          <Box
            label={chosen.nameOf(rowKey)}
            checked={chosen.keys.has(rowKey)}
            onChange={() => chosen.change(toggled(chosen.keys, rowKey))}
          />
        </td>
      ) : null}
      {columns.map(({ title, titleHidden, look, of }, place) =>
        place === 0 ? (
          <th key={title} scope="row" className="wrap-anywhere whitespace-normal!">
            {of(row)}
          </th>
        ) : (
          <td key={title} data-title={titleHidden ? undefined : title} className={look && looks[look]}>
            {of(row)}
          </td>
        ),
      )}
    </tr>
  )
}

function Box({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
  return <input type="checkbox" className="checkbox" aria-label={label} {...{ checked, onChange }} />
}

const looks = { amount: 'num text-right', digits: 'num', long: 'wrap-anywhere whitespace-normal!' } as const

function Head<Row>({
  column: { title, titleHidden, look, sort },
  sorting,
  onSort,
}: {
  column: Column<Row>
  sorting: Sorting | undefined
  onSort: ((sorting: Sorting) => void) | undefined
}) {
  const isSorted = sort !== undefined && sorting?.by === sort
  const order = isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={order} className={look === 'amount' ? 'text-right' : ''}>
      {sort === undefined || !onSort ? (
        <span className={titleHidden ? 'sr-only' : undefined}>{title}</span>
      ) : (
        <button
          type="button"
          className="desk-sort"
          onClick={() => onSort({ by: sort, descending: isSorted && !sorting.descending })}
        >
          {title}
          {isSorted ? <Arrow className="size-3.5" aria-hidden /> : null}
        </button>
      )}
    </th>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Arrow keys lead from a control of a row to the same one of the next. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const row = (event.target as Element).closest('tr')
  if (step === undefined || !row || event.altKey || event.ctrlKey || event.metaKey) return
  const place = controlsOf(row).indexOf(event.target as HTMLElement)
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const target = next ? controlsOf(next)[place] : undefined
  if (!target) return
  event.preventDefault()
  target.focus()
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button, input[type="checkbox"]')]
}
