import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Paper } from '#contract/desk/person.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { deskDay } from './desk-day.ts'
import { OrderLink, PdfLink } from './history.tsx'
import { papersQuery } from './person-queries.ts'

/** The invoices, credit notes and orders of an account, newest first. */
export function Papers({ accountId }: { accountId: string }) {
  const [page, setPage] = useState(0)
  const { data, error, isFetching, refetch } = useQuery(papersQuery(accountId, page))
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{m.papers()}</h2>
      {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!error && !data ? <p role="status">{m.admin_loading()}</p> : null}
      {data?.count === 0 ? <p className="text-muted">{m.papers_none()}</p> : null}
      {data && data.count > 0 ? (
        <>
          <DeskTable label={m.papers()} columns={columns()} rows={data.papers} keyOf={({ id }) => id} />
          <TablePages table={m.papers()} page={page} count={data.count} onPage={setPage} />
        </>
      ) : null}
    </section>
  )
}

const kinds = {
  invoice: m.papers_kind_invoice,
  'credit-note': m.papers_kind_credit_note,
  order: m.papers_kind_order,
}

function columns(): readonly Column<Paper>[] {
  return [
    {
      title: m.papers_number(),
      of: ({ kind, number }) => (kind === 'order' ? printedOrderNumber(number) : number),
    },
    { title: m.papers_kind(), of: ({ kind }) => kinds[kind]() },
    { title: m.papers_date(), look: 'digits', of: ({ at }) => deskDay(at) },
    { title: m.papers_amount(), look: 'amount', of: ({ grossCents }) => priceText(grossCents) },
    {
      title: m.history_acts(),
      titleHidden: true,
      of: ({ id, kind, number }) =>
        kind === 'order' ? <OrderLink id={id} number={number} /> : <PdfLink id={id} number={number} />,
    },
  ]
}
