import { useQuery } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { Loaded } from '#web/front/desk/read-state.tsx'
import { LookForm, lookQuery } from './look-form.tsx'
import './look.css'

/** Name, colour and links of the site, and the words of its mails. */
export function Component() {
  const read = useQuery(lookQuery)
  return (
    <AdminPage title={m.look_page()}>
      <Loaded read={read}>{(look) => <LookForm look={look} />}</Loaded>
    </AdminPage>
  )
}
