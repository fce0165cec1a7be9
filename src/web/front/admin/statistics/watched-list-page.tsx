import { useQuery } from '@tanstack/react-query'
import { adminStatisticsCalls, type WatchedFilm } from '#contract/admin/library/admin-statistics-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { deskTableQuery } from '#web/front/desk/desk-query.ts'
import type { Column } from '#web/front/desk/desk-table.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { PeriodList } from './period-list.tsx'
import { countColumns, partText } from './statistics-text.ts'
import { type Period, usePeriod } from './use-period.tsx'

/** Which videos are watched, most starts first. */
export function Component() {
  const place = usePeriod()
  const query = { ...place.period, page: String(place.page) }
  const read = useQuery({
    ...deskTableQuery(adminStatisticsCalls.watchedFilms, 'films[]', { query }),
    select: ({ count, films }) => ({ count, rows: films }),
  })
  return (
    <AdminPage title={m.watched_films()}>
      <PeriodList
        title={m.watched_films()}
        hint={m.watched_films_hint()}
        none={m.watched_films_none()}
        place={place}
        query={read}
        columns={columns(place.period)}
        keyOf={({ videoId }) => videoId}
        csv={adminStatisticsCalls.watchedFilmsCsv.path}
      />
    </AdminPage>
  )
}

function columns(period: Period): readonly Column<WatchedFilm>[] {
  return [
    {
      title: m.watched_title(),
      of: ({ videoId, title }) => (
        <Link to={deskHref('adminWatchedFilm', { id: videoId }, period)} className="link">
          <bdi>{title}</bdi>
        </Link>
      ),
    },
    ...countColumns(),
    { title: m.watched_to_the_end(), look: 'amount', of: ({ toTheEnd }) => partText(toTheEnd) },
  ]
}
