import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { LookForm } from './look-form.tsx'
import { lookQuery } from './look-queries.ts'
import './look.css'

/** Name, colour and links of the site, and the words of its mails. */
export function Component() {
  const { data, error, isFetching, refetch } = useQuery(lookQuery)
  return (
    <AdminPage title={m.look_page()}>
      {error ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!data && !error ? <p role="status">{m.admin_loading()}</p> : null}
      {data && !error ? <LookForm look={data} /> : null}
    </AdminPage>
  )
}
