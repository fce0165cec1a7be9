import { deskHref } from '#contract/desk/desk-pages.ts'
import { adminReportCalls, type CouponRow } from '#contract/desk/report-calls.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { MonthField, useMonth } from './month-field.tsx'

/** What coupons and associates brought. */
export function Component() {
  const { page, filter, setFilter, setPage } = useTablePlace()
  const month = useMonth()
  const by = filter('by') === 'associate' ? 'associate' : 'coupon'
  const query = { by, ...(month && { month }) } as const
  const read = useDeskTable(adminReportCalls.couponMoney, 'rows[]', {
    query: { ...query, page: String(page) },
  })
  const { data } = read
  const title = by === 'coupon' ? m.coupon_money_coupons() : m.coupon_money_associates()
  return (
    <AdminPage title={m.coupon_money()} back={{ href: deskHref('adminMoney'), text: m.money() }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="caption max-w-[65ch]">{m.coupon_money_hint()}</p>
        <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
          <SelectField
            label={m.money_by()}
            value={by}
            choices={[
              { value: 'coupon', text: m.coupon_money_coupon() },
              { value: 'associate', text: m.coupon_column_associate() },
            ]}
            onChange={(value) => setFilter('by', value === 'coupon' ? '' : value)}
          />
          <MonthField />
        </div>
        <ReadState read={read} none={m.coupon_money_none()} />
        {data && data.count > 0 ? (
          <>
            <p>
              {m.coupon_money_total({
                customers: data.total.customers,
                sum: priceText(data.total.firstCents + data.total.laterCents),
              })}
            </p>
            <DeskTable
              label={title}
              columns={columns(by, month)}
              rows={data.rows}
              keyOf={({ name }) => name}
            />
            <TablePages table={title} page={page} count={data.count} onPage={setPage} />
            <DownloadLink path={adminReportCalls.couponMoneyCsv.path} query={query} />
          </>
        ) : null}
      </div>
    </AdminPage>
  )
}

function columns(by: 'coupon' | 'associate', month: string): readonly Column<CouponRow>[] {
  const rows = (name: string, part?: 'customer' | 'first' | 'later') =>
    deskHref('adminCouponSales', {}, { [by]: name, ...(month && { month }), ...(part && { part }) })
  const sum = (name: string, cents: number, part?: 'first' | 'later') => (
    <RowLink to={rows(name, part)}>{priceText(cents)}</RowLink>
  )
  const associate: Column<CouponRow> = {
    title: m.coupon_column_associate(),
    of: ({ associate }) => <bdi>{associate}</bdi>,
  }
  return [
    {
      title: by === 'coupon' ? m.coupon_money_coupon() : m.coupon_column_associate(),
      of: ({ name }) => <RowLink to={deskHref('couponLookup', {}, { query: name })}>{name}</RowLink>,
    },
    ...(by === 'coupon' ? [associate] : []),
    {
      title: m.coupon_money_customers(),
      look: 'amount',
      of: ({ name, customers }) =>
        customers === 0 ? 0 : <RowLink to={rows(name, 'customer')}>{customers}</RowLink>,
    },
    { title: m.coupon_money_first(), look: 'amount', of: (row) => sum(row.name, row.firstCents, 'first') },
    { title: m.coupon_money_later(), look: 'amount', of: (row) => sum(row.name, row.laterCents, 'later') },
    {
      title: m.coupon_money_sum(),
      look: 'amount',
      of: ({ name, firstCents, laterCents }) => sum(name, firstCents + laterCents),
    },
  ]
}
