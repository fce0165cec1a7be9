import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { type CheckedRow, joins } from './check-user-rows.ts'

/** The rows of a file, each with what would become of it; on phones the address stands below the name. */
export function ImportRows({ rows, file }: { rows: readonly CheckedRow[]; file: string }) {
  const [onlyFailing, setOnlyFailing] = useState(false)
  const failing = rows.filter((row) => !joins(row))
  const mixed = failing.length > 0 && failing.length < rows.length
  const shown = mixed && onlyFailing ? failing : rows
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p role="status" className="text-sm">
          {failing.length === 0 ? m.import_all_good() : m.import_some_fail({ count: failing.length })}
        </p>
        {mixed ? (
          <Checkbox
            label={m.import_only_failing()}
            checked={onlyFailing}
            onChange={({ target }) => setOnlyFailing(target.checked)}
          />
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section aria-label={m.import_rows({ file })} tabIndex={0} className="card max-h-96 overflow-y-auto">
        <table className="table w-full">
          <thead>
            <tr>
              <th scope="col" className="sticky top-0 bg-surface text-right max-sm:hidden">
                {m.import_row()}
              </th>
              <th scope="col" className="sticky top-0 bg-surface">
                {m.import_name()}
              </th>
              <th scope="col" className="sticky top-0 bg-surface max-sm:hidden">
                {m.import_email()}
              </th>
              <th scope="col" className="sticky top-0 bg-surface">
                {m.import_fate()}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.row} row={row} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function Row({ row }: { row: CheckedRow }) {
  return (
    <tr>
      <td className="num text-right align-top text-muted max-sm:hidden">{row.row}</td>
      <td className="align-top wrap-anywhere whitespace-normal!">
        {row.name}
        <span className="block text-[0.8125rem] text-muted sm:hidden">{row.email}</span>
      </td>
      <td className="align-top wrap-anywhere whitespace-normal! max-sm:hidden">{row.email}</td>
      <td className={`align-top whitespace-normal! ${joins(row) ? 'text-accent' : 'text-danger'}`}>
        {row.reason}
      </td>
    </tr>
  )
}
