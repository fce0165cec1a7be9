import type { FilmStatistics } from '#contract/admin/library/admin-statistics-calls.ts'
import { adminStatisticsCalls } from '#contract/admin/library/admin-statistics-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { href } from '#contract/pages.ts'
import { exits } from '#domain/catalogue/film-counts.ts'
import { formatDay } from '#domain/dates.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskTable } from '#web/front/desk/desk-query.ts'
import { DeskTable } from '#web/front/desk/desk-table.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { useParams } from '#web/platform/site/router.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Bars, Curve } from './charts.tsx'
import { countColumns, countText, minutesText, partText } from './statistics-text.ts'
import { type Period, PeriodFields, usePeriod } from './use-period.tsx'

/** How often a video is watched, day by day, and how far. */
export function Component() {
  const { id = '' } = useParams()
  const { period, setDay } = usePeriod()
  const read = useDeskTable(adminStatisticsCalls.watchedFilm, 'hundredths[]', {
    params: { id },
    query: period,
  })
  const { data } = read
  return (
    <AdminPage
      title={data?.title ?? m.watched_films()}
      back={{ href: deskHref('adminWatchedFilms', {}, period), text: m.watched_films() }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <PeriodFields period={period} setDay={setDay} />
        <ReadState read={read} />
        {data ? <Film film={data} period={period} /> : null}
      </div>
    </AdminPage>
  )
}

function Film({ film, period }: { readonly film: FilmStatistics; readonly period: Period }) {
  const { starts, seconds, viewers, toTheEnd } = film
  return (
    <>
      <p>
        {m.watched_summary({
          starts: countText(starts),
          minutes: minutesText(seconds),
          viewers: countText(viewers),
          part: partText(toTheEnd),
        })}{' '}
        <Link to={href('video', { id: film.videoId })} className="link whitespace-nowrap">
          {m.watched_open()}
        </Link>
      </p>
      <p className="caption max-w-[65ch]">{m.watched_film_hint()}</p>
      {starts > 0 || film.days.length > 0 ? (
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-8">
          <ByDay film={film} period={period} />
          <HowFar film={film} />
        </div>
      ) : null}
    </>
  )
}

function ByDay({ film: { days }, period }: { readonly film: FilmStatistics; readonly period: Period }) {
  const startsOf = new Map(days.map(({ day, starts }) => [day, starts]))
  const all = daysOf(period).map((day) => startsOf.get(day) ?? 0)
  const most = Math.max(1, ...all)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Bars
        label={m.watched_by_day()}
        top={countText(most)}
        first={formatDay(period.from, getLocale())}
        last={formatDay(period.to, getLocale())}
        values={all.map((starts) => starts / most)}
      />
      <details>
        <summary className="link cursor-pointer text-sm">{m.watched_table()}</summary>
        <DeskTable
          label={m.watched_by_day()}
          columns={[{ title: m.watched_day(), look: 'digits', of: ({ day }) => day }, ...countColumns()]}
          rows={days}
          keyOf={({ day }) => day}
        />
      </details>
    </section>
  )
}

/** Hundredths in a row of the table. */
const together = 10

function HowFar({ film: { hundredths, starts, durationSeconds } }: { readonly film: FilmStatistics }) {
  const most = Math.max(1, starts, ...hundredths)
  const left = exits(hundredths)
  const tenths = Array.from({ length: hundredths.length / together }, (_, place) => {
    const from = place * together
    return {
      at: minutesAndSeconds((durationSeconds * from) / hundredths.length),
      played: hundredths[from] ?? 0,
      left: left.slice(from, from + together).reduce((sum, count) => sum + count, 0),
    }
  })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Curve
        label={m.watched_how_far()}
        top={countText(most)}
        first={minutesAndSeconds(0)}
        last={minutesAndSeconds(durationSeconds)}
        values={hundredths.map((played) => played / most)}
      />
      <details>
        <summary className="link cursor-pointer text-sm">{m.watched_table()}</summary>
        <DeskTable
          label={m.watched_how_far()}
          columns={[
            { title: m.watched_from(), look: 'digits', of: ({ at }) => at },
            { title: m.watched_played(), look: 'amount', of: ({ played }) => countText(played) },
            { title: m.watched_exits(), look: 'amount', of: ({ left: exited }) => countText(exited) },
          ]}
          rows={tenths}
          keyOf={({ at }) => at}
        />
      </details>
    </section>
  )
}

const dayMs = 24 * 60 * 60_000
/** Bars of a chart: two years. */
const mostDays = 731

function daysOf({ from, to }: Period): string[] {
  const first = new Date(`${from}T00:00:00Z`).getTime()
  const count = Math.round((new Date(`${to}T00:00:00Z`).getTime() - first) / dayMs) + 1
  return Array.from({ length: Math.min(mostDays, Math.max(0, count)) }, (_, n) =>
    new Date(first + n * dayMs).toISOString().slice(0, 10),
  )
}
