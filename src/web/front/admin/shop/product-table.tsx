import { type ReactNode, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Button } from '#web/platform/ui/button.tsx'

type ProductTableProps<Row> = {
  readonly label: string
  readonly add: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
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
          <DeskTable
            label={label}
            columns={[
              {
                title: m.desk_product_name(),
                of: (row) => (
                  <button type="button" className="link min-h-6 text-left" onClick={() => setOpen({ row })}>
                    {nameOf(row)}
                  </button>
                ),
              },
              ...columns,
            ]}
            rows={shown}
            keyOf={keyOf}
          />
          {pages}
        </div>
      )}
      {open ? edit(open.row, () => setOpen(undefined)) : null}
    </div>
  )
}
