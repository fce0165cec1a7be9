import { type ReactNode, useState } from 'react'
import type { UserFate } from '#domain/team/import-preview.ts'
import { m } from '#messages/generated/messages.js'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { type CheckedRow, joins } from './check-user-rows.ts'

type ImportRowsProps = {
  rows: readonly CheckedRow[]
  file: string
  /** Rows whose users are not mailed on saving. */
  unnotified: ReadonlySet<CheckedRow>
  onNotify: (row: CheckedRow, notify: boolean) => void
  children: ReactNode
}

/**
 * The rows of a file with their results, skipped ones first; above them their number and reasons. On phones the address
 * is below the name. `children` follow the reasons.
 */
export function ImportRows({ rows, file, unnotified, onNotify, children }: ImportRowsProps) {
  const [onlyFailing, setOnlyFailing] = useState(false)
  const failing = rows.filter((row) => !joins(row))
  const mixed = failing.length > 0 && failing.length < rows.length
  const shown = mixed && onlyFailing ? failing : [...failing, ...rows.filter(joins)]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div role="status" className="grid gap-1 text-sm">
        <p className={failing.length > 0 ? 'font-medium text-danger' : undefined}>
          {failing.length === 0 ? m.import_all_good() : m.import_some_fail({ count: failing.length })}
        </p>
        <Reasons failing={failing} />
      </div>
      {children}
      {mixed ? (
        <div className="justify-self-end">
          <Checkbox
            label={m.import_only_failing()}
            checked={onlyFailing}
            onChange={({ target }) => setOnlyFailing(target.checked)}
          />
        </div>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section aria-label={m.import_rows({ file })} tabIndex={0} className="card max-h-96 overflow-y-auto">
        <table className="table w-full">
          <thead>
            <tr>
              {heads.map(([title, look]) => (
                <th key={title()} scope="col" className={`sticky top-0 bg-surface ${look}`}>
                  {title()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row
                key={row.row}
                row={row}
                notify={!unnotified.has(row)}
                onNotify={(notify) => onNotify(row, notify)}
              />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const heads = [
  [m.import_row, 'text-right max-sm:hidden'],
  [m.import_name, ''],
  [m.import_email, 'max-sm:hidden'],
  [m.import_fate, ''],
  [m.users_notify, 'whitespace-normal!'],
] as const

/** The reasons for skipping rows, each once with its number of rows. */
function Reasons({ failing }: { failing: readonly CheckedRow[] }) {
  const counts = Object.entries(reasons).map(([fate, reason]) => ({
    reason: reason(),
    count: failing.filter((row) => row.fate === fate).length,
  }))
  if (failing.length === 0) return null
  return (
    <ul>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ reason, count }) => (
          <li key={reason}>
            <span className="num">{count}</span> × {reason}
          </li>
        ))}
    </ul>
  )
}

const reasons: Readonly<Record<Exclude<UserFate, 'add' | 'restore'>, () => string>> = {
  'no-seat': m.import_fate_no_seat,
  duplicate: m.import_left_duplicate,
  invalid: m.import_left_invalid,
}

type RowProps = {
  row: CheckedRow
  notify: boolean
  onNotify: (notify: boolean) => void
}

function Row({ row, notify, onNotify }: RowProps) {
  const isAdded = joins(row)
  return (
    <tr>
      <td className="num text-right align-top text-muted max-sm:hidden">{row.row}</td>
      <td className="align-top wrap-anywhere whitespace-normal!">
        <bdi>{row.name}</bdi>
        <span className="block text-[0.8125rem] text-muted sm:hidden">{row.email}</span>
      </td>
      <td className="align-top wrap-anywhere whitespace-normal! max-sm:hidden">{row.email}</td>
      <td className={`align-top whitespace-normal! ${isAdded ? 'text-accent' : 'text-danger'}`}>
        {row.reason}
      </td>
      <td className="align-top">
        {isAdded ? (
          <Checkbox
            label={<span className="sr-only">{m.import_notify({ name: row.name })}</span>}
            checked={notify}
            onChange={({ target }) => onNotify(target.checked)}
          />
        ) : null}
      </td>
    </tr>
  )
}
