import { adminMoneyCalls, type MoneyReport, type MoneyRow } from '#contract/admin/admin-money-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { moneyDay, placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { Bars } from '#web/front/admin/statistics/charts.tsx'
import { partText } from '#web/front/admin/statistics/statistics-text.ts'
import { PeriodFields, usePeriodOr } from '#web/front/admin/statistics/use-period.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { type By, daysOfRow, moneySteps, periodText, stepNames, yearBefore } from './money-text.ts'

/** Revenue and recurring revenue by day, month or year. */
export function Component() {
  const today = siteToday()
  const { period, setDay } = usePeriodOr({ from: yearBefore(today), to: today })
  const { filter, setFilter } = useTablePlace()
  const by = byOf(filter('by'))
  const read = useDeskTable(adminMoneyCalls.moneyReport, 'rows[]', { query: { ...period, by } })
  return (
    <AdminPage title={m.money()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
          <PeriodFields period={period} setDay={setDay} />
          <SelectField
            label={m.money_by()}
            value={by}
            choices={[
              { value: 'day', text: m.money_by_day() },
              { value: 'month', text: m.money_by_month() },
              { value: 'year', text: m.money_by_year() },
            ]}
            onChange={(value) => setFilter('by', value)}
          />
        </div>
        <Loaded read={read}>
          {(data) => (
            <>
              <Report report={data} by={by} />
              <DownloadLink path={adminMoneyCalls.moneyReportCsv.path} query={{ ...period, by }} />
            </>
          )}
        </Loaded>
      </div>
    </AdminPage>
  )
}

function Report({ report: { rows, zone, since }, by }: { readonly report: MoneyReport; readonly by: By }) {
  const newestFirst = rows.toReversed()
  const place = placeOfZone(zone)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{m.money_revenue()}</h2>
        <p className="caption max-w-[65ch]">{m.money_revenue_hint({ place })}</p>
        <Chart label={m.money_revenue_net()} rows={rows} by={by} of={({ netCents }) => netCents} />
        <DeskTable label={m.money_revenue()} columns={salesColumns(by)} rows={newestFirst} keyOf={keyOf} />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{m.money_recurring()}</h2>
        <p className="caption max-w-[65ch]">
          {m.money_recurring_hint({ place })}
          {since ? ` ${m.money_since({ day: moneyDay(new Date(since), zone, getLocale()) })}` : null}
        </p>
        <Chart label={m.money_recurring_end()} rows={rows} by={by} of={({ monthlyCents }) => monthlyCents} />
        <DeskTable
          label={m.money_recurring()}
          columns={bridgeColumns(by, since !== null)}
          rows={newestFirst}
          keyOf={keyOf}
        />
      </section>
    </div>
  )
}

type ChartProps = {
  readonly label: string
  readonly rows: readonly MoneyRow[]
  readonly by: By
  readonly of: (row: MoneyRow) => number
}

function Chart({ label, rows, by, of }: ChartProps) {
  const most = Math.max(0, ...rows.map(of))
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last || rows.length < 2 || most === 0) return null
  return (
    <Bars
      label={label}
      top={priceText(most)}
      first={periodText(first.day, by)}
      last={periodText(last.day, by)}
      values={rows.map((row) => Math.max(0, of(row)) / most)}
    />
  )
}

function salesColumns(by: By): readonly Column<MoneyRow>[] {
  return [
    salesPeriodColumn(by),
    { title: m.money_invoiced(), look: 'amount', of: ({ invoicedCents }) => priceText(invoicedCents) },
    { title: m.money_credited(), look: 'amount', of: ({ creditedCents }) => priceText(creditedCents) },
    { title: m.money_revenue_net(), look: 'amount', of: ({ netCents }) => priceText(netCents) },
    { title: m.money_tax(), look: 'amount', of: ({ vatCents }) => priceText(vatCents) },
    { title: m.money_received(), look: 'amount', of: ({ receivedCents }) => priceText(receivedCents) },
    { title: m.money_refunded(), look: 'amount', of: ({ refundedCents }) => priceText(refundedCents) },
  ]
}

function bridgeColumns(by: By, hasStart: boolean): readonly Column<MoneyRow>[] {
  const start: Column<MoneyRow> = {
    title: m.money_step_start(),
    look: 'amount',
    of: ({ bridge }) => priceText(bridge.start),
  }
  return [
    periodColumn(by),
    ...(hasStart ? [start] : []),
    ...moneySteps.map<Column<MoneyRow>>((step) => ({
      title: stepNames[step](),
      look: 'amount',
      of: ({ day, bridge }) =>
        bridge[step] === 0 ? (
          priceText(0)
        ) : (
          <Link to={deskHref('adminMoneyChanges', {}, { ...daysOfRow(day, by), step })} className="link">
            {priceText(bridge[step])}
          </Link>
        ),
    })),
    { title: m.money_recurring_end(), look: 'amount', of: ({ monthlyCents }) => priceText(monthlyCents) },
    { title: m.money_accounts(), look: 'amount', of: ({ accounts }) => accounts },
    { title: m.money_seats(), look: 'amount', of: ({ seats }) => seats },
    { title: m.money_churn(), look: 'amount', of: ({ churn }) => partText(churn) },
  ]
}

/** Months lead to their invoices. */
function salesPeriodColumn(by: By): Column<MoneyRow> {
  return {
    title: m.money_period(),
    of: ({ day }) =>
      by === 'month' ? (
        <Link
          to={deskHref('adminInvoices', {}, { month: day.slice(0, 7) })}
          className="link inline-block min-h-6 whitespace-nowrap"
        >
          {periodText(day, by)}
        </Link>
      ) : (
        <span className="whitespace-nowrap">{periodText(day, by)}</span>
      ),
  }
}

function periodColumn(by: By): Column<MoneyRow> {
  return {
    title: m.money_period(),
    of: ({ day }) => (
      <Link
        to={deskHref('adminMoneyChanges', {}, daysOfRow(day, by))}
        className="link inline-block min-h-6 whitespace-nowrap"
      >
        {periodText(day, by)}
      </Link>
    ),
  }
}

const keyOf = ({ day }: MoneyRow) => day

function byOf(text: string): By {
  return text === 'day' || text === 'year' ? text : 'month'
}
