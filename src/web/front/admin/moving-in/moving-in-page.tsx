import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { ImportList } from './import-list.tsx'
import { ListForm } from './list-form.tsx'

/** Moves customers of another site in, from a CSV file. */
export function Component() {
  return (
    <AdminPage title={m.moving_in()}>
      <p className="max-w-[65ch]">{m.moving_in_lead()}</p>
      <ListForm />
      <ImportList />
    </AdminPage>
  )
}
