import { adminMoneyCalls, type Cohort } from '#contract/admin/admin-money-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { moneyDay, placeOfZone } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { partText } from '#web/front/admin/statistics/statistics-text.ts'
import { PeriodFields, usePeriodOr } from '#web/front/admin/statistics/use-period.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { daysOfRow, periodText, type Step, yearBefore } from './money-text.ts'

/** Trials that became paid, and customers that stayed, by month. */
export function Component() {
  const today = siteToday()
  const { period, setDay } = usePeriodOr({ from: yearBefore(today), to: today })
  const read = useDeskTable(adminMoneyCalls.cohorts, 'cohorts[]', { query: period })
  const { data } = read
  return (
    <AdminPage title={m.cohorts()} back={{ href: deskHref('adminMoney'), text: m.money() }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PeriodFields period={period} setDay={setDay} />
        <ReadState read={read} />
        {data?.cohorts.length === 0 ? <p className="text-muted">{m.cohorts_none()}</p> : null}
        {data && data.cohorts.length > 0 ? (
          <>
            <Tables {...data} />
            <DownloadLink path={adminMoneyCalls.cohortsCsv.path} query={period} />
          </>
        ) : null}
      </div>
    </AdminPage>
  )
}

function Tables({ cohorts, zone, since }: { cohorts: Cohort[]; zone: string; since: string | null }) {
  const place = placeOfZone(zone)
  const newestFirst = cohorts.toReversed()
  const history = since ? ` ${m.money_since({ day: moneyDay(new Date(since), zone, getLocale()) })}` : null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{m.cohorts_trials()}</h2>
        <p className="caption max-w-[65ch]">
          {m.cohorts_trials_hint({ place })}
          {history}
        </p>
        <DeskTable label={m.cohorts_trials()} columns={trialColumns()} rows={newestFirst} keyOf={keyOf} />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2>{m.cohorts_kept()}</h2>
        <p className="caption max-w-[65ch]">
          {m.cohorts_kept_hint({ place })}
          {history}
        </p>
        <DeskTable
          label={m.cohorts_kept()}
          columns={keptColumns(cohorts.map(({ month }) => month))}
          rows={newestFirst}
          keyOf={keyOf}
        />
      </section>
    </div>
  )
}

const keyOf = ({ month }: Cohort) => month

/** A number with the way to its rows, from the first day of one month to the last of another. */
function Rows({ count, from, to = from, step }: { count: number; from: string; to?: string; step: Step }) {
  if (count === 0) return count
  const days = { from, to: daysOfRow(to, 'month').to }
  return <RowLink to={deskHref('adminMoneyChanges', {}, { ...days, step })}>{count}</RowLink>
}

function monthColumn(): Column<Cohort> {
  return {
    title: m.cohorts_month(),
    of: ({ month }) => <span className="whitespace-nowrap">{periodText(month, 'month')}</span>,
  }
}

function trialColumns(): readonly Column<Cohort>[] {
  return [
    monthColumn(),
    {
      title: m.cohorts_ended(),
      look: 'amount',
      of: ({ month, trialsEnded }) => <Rows count={trialsEnded} from={month} step="trial-ended" />,
    },
    {
      title: m.cohorts_paid(),
      look: 'amount',
      of: ({ month, trialsPaid }) => <Rows count={trialsPaid} from={month} step="trial-paid" />,
    },
    {
      title: m.cohorts_part(),
      look: 'amount',
      of: ({ trialsEnded, trialsPaid }) => partText(trialsEnded === 0 ? null : trialsPaid / trialsEnded),
    },
  ]
}

/** @param months of the period, the oldest first */
function keptColumns(months: readonly string[]): readonly Column<Cohort>[] {
  return [
    monthColumn(),
    {
      title: m.cohorts_started(),
      look: 'amount',
      of: ({ month, started }) => <Rows count={started} from={month} step="first" />,
    },
    ...months.map<Column<Cohort>>((_, place) => ({
      title: m.cohorts_nth({ number: place + 1 }),
      look: 'amount',
      of: ({ month, started, kept }) => {
        const count = kept[place]
        const later = months[months.indexOf(month) + place]
        if (count === undefined || started === 0) return null
        return (
          <span className="whitespace-nowrap">
            <Rows count={count} from={month} to={later ?? month} step="kept" />
            <span className="text-muted"> {partText(count / started)}</span>
          </span>
        )
      },
    })),
  ]
}
