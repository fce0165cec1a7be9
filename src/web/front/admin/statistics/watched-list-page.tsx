import { useQuery } from '@tanstack/react-query'
import { adminStatisticsCalls, type WatchedFilm } from '#contract/admin/admin-statistics-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { ScrollingTable } from '#web/front/desk/scrolling-table.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { DownloadCsv } from './download-csv.tsx'
import { watchedFilmsQuery } from './statistics-queries.ts'
import { minutesText, partText } from './statistics-text.ts'
import { type Period, PeriodFields, usePeriod } from './use-period.tsx'

/** Which videos are watched, most starts first. */
export function Component() {
  return (
    <AdminPage title={m.watched_films()}>
      <WatchedFilms />
    </AdminPage>
  )
}

function WatchedFilms() {
  const { period, page, change } = usePeriod()
  const { data, error, isFetching, refetch } = useQuery(watchedFilmsQuery(period, page))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="caption max-w-[65ch]">{m.watched_films_hint()}</p>
      <PeriodFields period={period} change={change} />
      {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!error && !data ? (
        <p role="status" className="text-muted">
          {m.admin_loading()}
        </p>
      ) : null}
      {data?.count === 0 ? <p className="text-muted">{m.watched_films_none()}</p> : null}
      {data && data.count > 0 ? (
        <>
          <Films films={data.films} period={period} />
          <TablePages
            table={m.watched_films()}
            page={page}
            count={data.count}
            onPage={(to) => change('page', String(to + 1))}
          />
          <DownloadCsv path={adminStatisticsCalls.watchedFilmsCsv.path} period={period} />
        </>
      ) : null}
    </div>
  )
}

function Films({ films, period }: { readonly films: readonly WatchedFilm[]; readonly period: Period }) {
  return (
    <ScrollingTable label={m.watched_films()}>
      <thead>
        <tr>
          <th scope="col">{m.watched_title()}</th>
          <th scope="col" className="text-right">
            {m.watched_starts()}
          </th>
          <th scope="col" className="text-right">
            {m.watched_minutes()}
          </th>
          <th scope="col" className="text-right">
            {m.watched_viewers()}
          </th>
          <th scope="col" className="text-right">
            {m.watched_to_the_end()}
          </th>
        </tr>
      </thead>
      <tbody>
        {films.map(({ videoId, title, starts, seconds, viewers, toTheEnd }) => (
          <tr key={videoId} className="align-baseline">
            <th scope="row" className="min-w-48 font-normal wrap-anywhere whitespace-normal!">
              <Link to={href('adminWatchedFilm', { id: videoId }, period)} className="link">
                <bdi>{title}</bdi>
              </Link>
            </th>
            <td className="num text-right">{starts}</td>
            <td className="num text-right">{minutesText(seconds)}</td>
            <td className="num text-right">{viewers}</td>
            <td className="num text-right">{partText(toTheEnd)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}
