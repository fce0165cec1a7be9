import { useQuery } from '@tanstack/react-query'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { CallProblem } from '#web/platform/site/api.ts'
import { useParams } from '#web/platform/site/router.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { FilmForm } from './film-form.tsx'
import { deskVideoQuery } from './library-desk-queries.ts'
import './library-desk.css'

/** One film with everything that can be changed of it. */
export function Component() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(deskVideoQuery(id))
  // nobody has an ID that the server does not read
  const isMissing = error instanceof CallProblem && (error.code === 'not-found' || error.code === 'invalid')
  return (
    <AdminPage
      title={data?.title ?? m.library_film()}
      back={{ href: deskHref('adminLibrary'), text: m.library_films() }}
    >
      {isMissing ? <p>{m.library_film_missing()}</p> : null}
      {error && !data && !isMissing ? (
        <FailedRead error={error} busy={isFetching} again={() => refetch()} />
      ) : null}
      {!data && !error ? <p role="status">{m.admin_loading()}</p> : null}
      {data && !isMissing ? <FilmForm key={id} video={data} /> : null}
    </AdminPage>
  )
}
