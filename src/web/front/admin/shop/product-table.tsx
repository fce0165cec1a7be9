import { type ReactNode, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { ScrollingTable } from '#web/front/desk/scrolling-table.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Button } from '#web/platform/ui/button.tsx'

type ProductTableProps<Row> = {
  readonly label: string
  readonly add: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly columns: readonly {
    readonly title: string
    readonly numeric?: boolean
    /** Of more than a word: it may wrap. */
    readonly long?: boolean
    readonly of: (row: Row) => ReactNode
  }[]
  /** The dialog that edits a row, or adds one. */
  readonly edit: (row: Row | undefined, close: () => void) => ReactNode
}

/** What the shop has of one kind, ten a page; each opens in a dialog. */
export function ProductTable<Row>(props: ProductTableProps<Row>) {
  const { label, add, rows, keyOf, nameOf, columns, edit } = props
  // a row by its key, so that one that changed meanwhile stays as it was opened
  const [open, setOpen] = useState<{ readonly row: Row | undefined }>()
  const { shown, pages } = usePages(rows, label)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <Button onClick={() => setOpen({ row: undefined })}>{add}</Button>
      {rows.length === 0 ? (
        <p className="text-muted">{m.desk_product_none()}</p>
      ) : (
        <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3">
          <ScrollingTable label={label}>
            <thead>
              <tr>
                <th scope="col">{m.desk_product_name()}</th>
                {columns.map(({ title, numeric }) => (
                  <th key={title} scope="col" className={numeric ? 'text-right' : ''}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={keyOf(row)} className="*:align-top">
                  <th scope="row" className="min-w-32 font-normal wrap-anywhere whitespace-normal!">
                    <button type="button" className="link min-h-6 text-left" onClick={() => setOpen({ row })}>
                      {nameOf(row)}
                    </button>
                  </th>
                  {columns.map(({ title, numeric, long, of }) => (
                    <td key={title} className={numeric ? 'num text-right' : long ? 'whitespace-normal!' : ''}>
                      {of(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </ScrollingTable>
          {pages}
        </div>
      )}
      {open ? edit(open.row, () => setOpen(undefined)) : null}
    </div>
  )
}
