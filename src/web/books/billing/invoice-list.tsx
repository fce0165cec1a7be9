import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Invoice } from '#contract/billing/billing.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { invoicesQuery } from './billing-queries.ts'

/** Invoices and credit notes, newest first. Companies can download theirs as e-invoices too. */
export function InvoiceList() {
  const [page, setPage] = useState(0)
  const { data, error, isFetching, refetch } = useQuery(invoicesQuery(page))
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id}>{m.invoices_heading()}</h2>
      {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {data?.count === 0 ? <p className="text-muted">{m.invoices_none()}</p> : null}
      {data && data.count > 0 ? (
        <>
          <Table invoices={data.invoices} />
          <TablePages table={m.invoices_heading()} page={page} count={data.count} onPage={setPage} />
        </>
      ) : null}
    </section>
  )
}

function Table({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <div className="relative overflow-x-auto">
      <table className="table w-full">
        <thead>
          <tr>
            <th scope="col" className="max-sm:hidden">
              {m.invoices_date()}
            </th>
            <th scope="col">{m.invoices_number()}</th>
            <th scope="col" className="text-right">
              {m.invoices_amount()}
            </th>
            <th scope="col">{m.invoices_files()}</th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.id}>
              <td className="whitespace-nowrap max-sm:hidden">{formatDay(invoice.issuedOn, getLocale())}</td>
              <th scope="row" className="font-normal">
                <span className="num whitespace-nowrap">{invoice.number}</span>
                <span className="caption block sm:hidden">{formatDay(invoice.issuedOn, getLocale())}</span>
                {invoice.kind === 'credit-note' ? <CreditNote corrects={invoice.corrects} /> : null}
                {invoice.replaces === undefined ? null : (
                  <span className="caption block">{m.invoices_replaces({ number: invoice.replaces })}</span>
                )}
              </th>
              <td className="num text-right whitespace-nowrap">{priceText(signedCents(invoice))}</td>
              <td className="whitespace-nowrap">
                <File invoice={invoice} kind="pdf" text={m.invoices_pdf()} />
                {invoice.eInvoice ? <File invoice={invoice} kind="xml" text={m.invoices_xml()} /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function CreditNote({ corrects }: { corrects: string | undefined }) {
  return (
    <span className="caption block">
      {m.invoices_credit_note()} {corrects ? m.invoices_corrects({ number: corrects }) : null}
    </span>
  )
}

function File({
  invoice: { id, number },
  kind,
  text,
}: {
  invoice: Invoice
  kind: 'pdf' | 'xml'
  text: string
}) {
  return (
    <a
      href={`/api/invoices/${encodeURIComponent(id)}.${kind}`}
      className="link mr-3 inline-block py-0.5"
      download
    >
      {text}
      <span className="sr-only"> {number}</span>
    </a>
  )
}

/** Returns the amount, negative for a credit note. */
function signedCents({ kind, grossCents }: Invoice): number {
  return kind === 'credit-note' ? -Math.abs(grossCents) : grossCents
}
