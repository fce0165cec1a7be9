import { adminBooksCalls } from '#contract/admin/admin-books-calls.ts'
import { pathOf } from '#contract/call.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import type { CouponSale } from '#contract/desk/report-calls.ts'
import { adminReportCalls } from '#contract/desk/report-calls.ts'
import { formatDay } from '#domain/dates.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { MonthField, useMonth } from './month-field.tsx'

/** The invoices and credit notes behind what coupons brought. */
export function Component() {
  const { page, filter, setFilter, setPage } = useTablePlace()
  const month = useMonth()
  const [coupon, associate] = [filter('coupon'), filter('associate')]
  const part = partOf(filter('part'))
  const query = {
    ...(month && { month }),
    ...(coupon && { coupon }),
    ...(associate && { associate }),
    ...(part && { part }),
  }
  const read = useDeskTable(adminReportCalls.couponSales, 'sales[]', {
    query: { ...query, page: String(page) },
  })
  const { data } = read
  const of = coupon || associate
  return (
    <AdminPage title={m.coupon_sales()} back={{ href: deskHref('adminCouponMoney'), text: m.coupon_money() }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {of ? (
          <p className="wrap-anywhere">
            {coupon ? m.coupon_money_coupon() : m.coupon_column_associate()}: <bdi>{of}</bdi>
          </p>
        ) : null}
        <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
          <MonthField />
          <SelectField
            label={m.coupon_sales_part()}
            value={part ?? ''}
            choices={[
              { value: '', text: m.money_step_all() },
              { value: 'customer', text: m.coupon_money_customers() },
              { value: 'first', text: m.coupon_sales_first() },
              { value: 'later', text: m.coupon_sales_later() },
            ]}
            onChange={(value) => setFilter('part', value)}
          />
        </div>
        <ReadState read={read} none={m.coupon_sales_none()} />
        {data && data.count > 0 ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <DeskTable
              label={m.coupon_sales()}
              columns={columns()}
              rows={data.sales}
              keyOf={({ id }) => id}
            />
            <TablePages table={m.coupon_sales()} page={page} count={data.count} onPage={setPage} />
          </div>
        ) : null}
      </div>
    </AdminPage>
  )
}

const parts = ['customer', 'first', 'later'] as const

function partOf(text: string) {
  return parts.find((part) => part === text)
}

function columns(): readonly Column<CouponSale>[] {
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
      of: ({ kind }) => (kind === 'invoice' ? m.books_invoice() : m.books_credit_note()),
    },
    { title: m.books_day(), look: 'digits', of: ({ issuedOn }) => formatDay(issuedOn, getLocale()) },
    {
      title: m.money_account(),
      of: ({ account }) =>
        account ? (
          <RowLink to={deskHref('adminAccount', { id: account.id })}>{account.name}</RowLink>
        ) : (
          m.money_account_deleted()
        ),
    },
    { title: m.coupon_money_coupon(), of: ({ coupon }) => <bdi>{coupon}</bdi> },
    {
      title: m.coupon_sales_part(),
      of: ({ isFirst }) => (isFirst ? m.coupon_sales_first() : m.coupon_sales_later()),
    },
    { title: m.books_net(), look: 'amount', of: ({ netCents }) => priceText(netCents) },
  ]
}
