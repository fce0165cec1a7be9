import { useState } from 'react'
import { adminPeopleCalls } from '#contract/desk/people-calls.ts'
import type { Paper } from '#contract/desk/person.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated/messages.js'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { deskDay } from './desk-day.ts'
import { OrderLink, PdfLink } from './history.tsx'

/** The invoices, credit notes and orders of an account, newest first. */
export function Papers({ accountId }: { accountId: string }) {
  const [page, setPage] = useState(0)
  const read = useDeskTable(adminPeopleCalls.accountPapers, 'papers[]', {
    params: { id: accountId },
    query: { page: String(page) },
  })
  const { data } = read
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2>{m.papers()}</h2>
      <ReadState read={read} none={m.papers_none()} />
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
