import { deskHref } from '#contract/desk/desk-pages.ts'
import type { ComingRow } from '#contract/desk/report-calls.ts'
import { adminReportCalls } from '#contract/desk/report-calls.ts'
import { m } from '#messages/generated/messages.js'
import { billingDay, sellerPlace } from '#web/books/billing/billing-day.ts'
import { PeriodFields, usePeriodOr } from '#web/front/admin/statistics/use-period.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { choicesOf, SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { priceText } from '#web/platform/site/price-text.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { comingNames, comingOf } from './forecast-text.ts'

/** The subscriptions behind the forecast, by their day. */
export function Component() {
  const today = siteToday()
  const { period, page, setPage, setDay } = usePeriodOr({ from: today, to: inDays(today, 89) })
  const { filter, setFilter } = useTablePlace()
  const kind = comingOf(filter('kind'))
  const read = useDeskTable(adminReportCalls.comingRenewals, 'coming[]', {
    query: { ...period, ...(kind && { kind }), page: String(page) },
  })
  const { data } = read
  return (
    <AdminPage title={m.forecast_rows()} back={{ href: deskHref('adminForecast'), text: m.forecast() }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="caption max-w-[65ch]">{m.forecast_hint({ place: sellerPlace() })}</p>
        <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
          <PeriodFields period={period} setDay={setDay} />
          <SelectField
            label={m.forecast_kind()}
            value={kind ?? ''}
            choices={choicesOf(comingNames, m.money_step_all())}
            onChange={(value) => setFilter('kind', value)}
          />
        </div>
        <ReadState read={read} none={m.forecast_none()} />
        {data && data.count > 0 ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <DeskTable
              label={m.forecast_rows()}
              columns={columns()}
              rows={data.coming}
              keyOf={({ account, at, kind }) => `${account.id} ${at} ${kind}`}
            />
            <TablePages table={m.forecast_rows()} page={page} count={data.count} onPage={setPage} />
          </div>
        ) : null}
      </div>
    </AdminPage>
  )
}

function inDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

function columns(): readonly Column<ComingRow>[] {
  return [
    {
      title: m.money_account(),
      of: ({ account }) => (
        <RowLink to={deskHref('adminAccount', { id: account.id })}>{account.name}</RowLink>
      ),
    },
    {
      title: m.money_day(),
      look: 'digits',
      of: ({ at }) => billingDay(at),
    },
    { title: m.forecast_kind(), of: ({ kind }) => comingNames[kind]() },
    { title: m.forecast_seats(), look: 'amount', of: ({ seats }) => seats },
    { title: m.forecast_net(), look: 'amount', of: ({ netCents }) => priceText(netCents) },
  ]
}
