import { deskHref } from '#contract/desk/desk-pages.ts'
import { adminReportCalls, type Forecast, type ForecastRow } from '#contract/desk/report-calls.ts'
import { formatDay } from '#domain/dates.ts'
import { placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { SelectField } from '#web/front/desk/select-field.tsx'
import { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { priceText } from '#web/platform/site/price-text.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { type Coming, comingNames } from './forecast-text.ts'
import { daysOfRow, periodText } from './money-text.ts'

/** The subscriptions that are renewed within 90 days, and those that are not. */
export function Component() {
  const { filter, setFilter } = useTablePlace()
  const by = filter('by') === 'week' ? 'week' : 'month'
  const read = useDeskTable(adminReportCalls.renewalForecast, 'rows[]', { query: { by } })
  const { data } = read
  return (
    <AdminPage title={m.forecast()} back={{ href: deskHref('adminMoney'), text: m.money() }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <SelectField
          className="max-w-xs"
          label={m.money_by()}
          value={by}
          choices={[
            { value: 'week', text: m.forecast_week() },
            { value: 'month', text: m.money_by_month() },
          ]}
          onChange={(value) => setFilter('by', value === 'week' ? value : '')}
        />
        <ReadState read={read} />
        {data ? (
          <>
            <Shown forecast={data} by={by} />
            <DownloadLink path={adminReportCalls.renewalForecastCsv.path} query={{ by }} />
          </>
        ) : null}
      </div>
    </AdminPage>
  )
}

function Shown({ forecast, by }: { readonly forecast: Forecast; readonly by: 'week' | 'month' }) {
  const { from, to, zone, waiting, rows } = forecast
  const day = (text: string) => formatDay(text, getLocale())
  const total = rows.reduce(
    (sum, { renewed }) => ({ count: sum.count + renewed.count, cents: sum.cents + renewed.cents }),
    { count: 0, cents: 0 },
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>
        {m.forecast_total({
          from: day(from),
          to: day(to),
          count: total.count,
          sum: priceText(total.cents),
        })}
      </p>
      <p className="caption max-w-[65ch]">
        {m.forecast_hint({ place: placeOfZone(zone) })}
        {waiting > 0 ? ` ${m.forecast_waiting({ count: waiting })}` : null}
      </p>
      <DeskTable label={m.forecast()} columns={columns(forecast, by)} rows={rows} keyOf={(row) => row.day} />
    </div>
  )
}

function columns({ from, to }: Forecast, by: 'week' | 'month'): readonly Column<ForecastRow>[] {
  /** The days of a row that are within the forecast. */
  const daysOf = (day: string) => {
    const last = by === 'month' ? daysOfRow(day, 'month').to : sixDaysAfter(day)
    return { from: day < from ? from : day, to: last > to ? to : last }
  }
  const number = (day: string, kind: Coming, text: string | number) => (
    <Link
      to={deskHref('adminComingRenewals', {}, { ...daysOf(day), kind })}
      className="link inline-block min-h-6 whitespace-nowrap"
    >
      {text}
    </Link>
  )
  const counted = (kind: Coming): Column<ForecastRow> => ({
    title: comingNames[kind](),
    look: 'amount',
    of: ({ day, [kind]: { count } }) => (count === 0 ? 0 : number(day, kind, count)),
  })
  const summed = (kind: Coming, title: string): Column<ForecastRow> => ({
    title,
    look: 'amount',
    of: ({ [kind]: { cents } }) => priceText(cents),
  })
  return [
    {
      title: m.money_period(),
      of: ({ day }) => (
        <Link
          to={deskHref('adminComingRenewals', {}, daysOf(day))}
          className="link inline-block min-h-6 whitespace-nowrap"
        >
          {by === 'month' ? periodText(day, by) : m.forecast_week_from({ day: periodText(day, 'day') })}
        </Link>
      ),
    },
    counted('renewed'),
    summed('renewed', m.forecast_sum()),
    counted('cancelled'),
    summed('cancelled', m.forecast_cancelled_sum()),
    counted('paused'),
    summed('paused', m.forecast_paused_sum()),
    counted('trial'),
    counted('granted'),
  ]
}

function sixDaysAfter(day: string): string {
  return new Date(Date.parse(day) + 6 * 86_400_000).toISOString().slice(0, 10)
}
