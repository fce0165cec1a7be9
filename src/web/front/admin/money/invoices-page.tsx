import type { FoundInvoice } from '#contract/admin/admin-books.ts'
import { adminBooksCalls } from '#contract/admin/admin-books-calls.ts'
import { pathOf } from '#contract/call.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { formatDay } from '#domain/dates.ts'
import { daysOfTaxPeriod } from '#domain/exports/tax-period.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { LookupForm, lookupStatus, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { isMonth, monthsBefore, periodName } from './tax-text.ts'

/** Invoices and credit notes, newest first, by number, buyer, VAT ID, month or kind. */
export function Component() {
  const lookedUp = useLookedUp()
  const { page, filter, setFilter, setPage } = useTablePlace()
  const month = isMonth(filter('month')) ? filter('month') : ''
  const kind = kindOf(filter('kind'))
  const read = useDeskTable(adminBooksCalls.findInvoices, 'invoices[]', {
    body: { query: lookedUp.query, page, ...(month && { month }), ...(kind && { kind }) },
  })
  const { data, error } = read
  const months = monthsBefore(siteToday(), 24)
  return (
    <AdminPage title={m.books_all()} back={{ href: deskHref('adminMoney'), text: m.money() }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid max-w-4xl items-start gap-x-5 gap-y-3 sm:grid-cols-[2fr_1fr_1fr]">
          <LookupForm
            label={m.books_query()}
            maxLength={320}
            status={lookupStatus(lookedUp.waiting, read, m.books_found)}
            lookedUp={lookedUp}
          />
          <SelectField
            label={m.books_month()}
            value={month}
            choices={[
              { value: '', text: m.money_step_all() },
              ...(month && !months.includes(month) ? [month] : []).concat(months).map((value) => ({
                value,
                text: periodName(value),
              })),
            ]}
            onChange={(value) => setFilter('month', value)}
          />
          <SelectField
            label={m.books_kind()}
            value={kind ?? ''}
            choices={[
              { value: '', text: m.money_step_all() },
              { value: 'invoice', text: m.books_invoice() },
              { value: 'credit-note', text: m.books_credit_note() },
            ]}
            onChange={(value) => setFilter('kind', value)}
          />
        </div>
        {data && !error && data.count > 0 ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <DeskTable
              label={m.books_all()}
              columns={columns()}
              rows={data.invoices}
              keyOf={({ id }) => id}
            />
            <TablePages table={m.books_all()} page={page} count={data.count} onPage={setPage} />
          </div>
        ) : null}
        {month ? <Files month={month} /> : <p className="caption">{m.books_files_hint()}</p>}
      </div>
    </AdminPage>
  )
}

function Files({ month }: { readonly month: string }) {
  const days = daysOfTaxPeriod(month)
  return (
    <section className="grid gap-1">
      <h2>{m.books_files({ period: periodName(month) })}</h2>
      <DownloadLink path={adminBooksCalls.invoicesZip.path} query={{ month }} text={m.books_zip()} />
      <DownloadLink path={adminBooksCalls.invoicesCsv.path} query={days} text={m.books_csv()} />
      <DownloadLink path={adminBooksCalls.paymentsCsv.path} query={days} text={m.books_payments_csv()} />
    </section>
  )
}

function columns(): readonly Column<FoundInvoice>[] {
  return [
    {
      title: m.books_number(),
      of: ({ id, number }) => (
        <a
          href={pathOf(adminBooksCalls.deskInvoicePdf.path, { id })}
          download
          className="link num inline-block min-h-6"
        >
          {number}
        </a>
      ),
    },
    {
      title: m.books_kind(),
      of: ({ kind, corrects, replaces }) => {
        if (kind === 'credit-note') return m.books_corrects({ number: corrects ?? '' })
        return replaces === null ? m.books_invoice() : m.books_replaces({ number: replaces })
      },
    },
    { title: m.books_day(), look: 'digits', of: ({ issuedOn }) => formatDay(issuedOn, getLocale()) },
    {
      title: m.books_buyer(),
      look: 'long',
      of: ({ buyer, accountId }) =>
        accountId ? (
          <Link to={deskHref('adminAccount', { id: accountId })} className="link">
            <bdi>{buyer}</bdi>
          </Link>
        ) : (
          <bdi>{buyer}</bdi>
        ),
    },
    { title: m.books_net(), look: 'amount', of: ({ netCents }) => priceText(netCents) },
    { title: m.money_tax(), look: 'amount', of: ({ vatCents }) => priceText(vatCents) },
    { title: m.books_gross(), look: 'amount', of: ({ grossCents }) => priceText(grossCents) },
    {
      title: m.books_e_invoice(),
      of: ({ id, number, hasXml }) =>
        hasXml ? (
          <a
            href={pathOf(adminBooksCalls.deskInvoiceXml.path, { id })}
            download
            className="link inline-block min-h-6"
          >
            XML<span className="sr-only"> {number}</span>
          </a>
        ) : (
          '–'
        ),
    },
  ]
}

function kindOf(text: string): FoundInvoice['kind'] | undefined {
  return text === 'invoice' || text === 'credit-note' ? text : undefined
}
