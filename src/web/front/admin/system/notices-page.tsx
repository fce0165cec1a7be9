import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { MaintenanceForm } from './maintenance-form.tsx'
import { noticesQuery } from './notices-query.ts'

/** What is said above every page. */
export function Component() {
  const { data, error, isFetching, refetch } = useQuery(noticesQuery)
  return (
    <AdminPage title={m.notices_page()}>
      {error ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!data && !error ? <p role="status">{m.admin_loading()}</p> : null}
      {data && !error ? (
        <>
          <AnnouncementForm key={`one ${JSON.stringify(data.announcement)}`} notices={data} />
          <MaintenanceForm key={`other ${JSON.stringify(data.maintenance)}`} notices={data} />
        </>
      ) : null}
    </AdminPage>
  )
}
