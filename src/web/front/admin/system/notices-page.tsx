import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import { MaintenanceForm } from './maintenance-form.tsx'
import { noticesQuery } from './notices-query.ts'

/** What is said above every page. */
export function Component() {
  const read = useQuery(noticesQuery)
  return (
    <AdminPage title={m.notices_page()}>
      <Loaded read={read}>
        {(data) => (
          <>
            <AnnouncementForm key={`one ${JSON.stringify(data.announcement)}`} notices={data} />
            <MaintenanceForm key={`other ${JSON.stringify(data.maintenance)}`} notices={data} />
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}
