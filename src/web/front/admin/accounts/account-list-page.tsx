import { useQuery } from '@tanstack/react-query'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { contactsQuery } from '#web/front/desk/desk-found.ts'
import { LookupForm, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { ScrollingTable } from '#web/front/desk/scrolling-table.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { SwitchLink } from './switch-link.tsx'

/** People by a part of their name or email (product.md section 2, Account search). */
export function Component() {
  return (
    <AdminPage title={m.admin_account_list()}>
      <Search />
    </AdminPage>
  )
}

function Search() {
  const lookedUp = useLookedUp()
  const { text, query, waiting } = lookedUp
  const { data, error, isFetching } = useQuery(contactsQuery(query))
  const isEmpty = text.trim() === ''
  const sentence = () => {
    if (isEmpty) return m.admin_account_limit()
    if (waiting || isFetching) return m.admin_loading()
    const count = data?.contacts.length ?? 0
    return error?.message ?? (count > 0 ? m.admin_account_found({ count }) : m.admin_account_none())
  }
  const found = isEmpty || error ? undefined : data
  return (
    <>
      <LookupForm label={m.admin_account_query()} maxLength={254} status={sentence()} lookedUp={lookedUp}>
        {found?.errorMessage ? <p className="text-sm">{found.errorMessage}</p> : null}
      </LookupForm>
      {found && found.contacts.length > 0 ? <Results key={query} contacts={found.contacts} /> : null}
    </>
  )
}

function Results({ contacts }: { contacts: readonly { id: string; name: string; email: string }[] }) {
  const { shown, pages } = usePages(contacts, m.admin_account_results())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ScrollingTable label={m.admin_account_results()}>
        <thead>
          <tr>
            <th scope="col">{m.admin_account_name()}</th>
            <th scope="col">{m.admin_account_email()}</th>
            <th scope="col">
              <span className="sr-only">{m.admin_account_switch_column()}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, name, email }) => (
            // an owner's contacts lead to the same account
            <tr key={`${id} ${email}`}>
              <th scope="row" className="align-baseline wrap-anywhere whitespace-normal!">
                <Link to={href('adminAccount', { id })} className="link inline-block min-h-6">
                  <bdi>{name}</bdi>
                </Link>
              </th>
              <td className="align-baseline wrap-anywhere whitespace-normal!">{email}</td>
              <td className="text-right align-baseline">
                <SwitchLink id={id} name={name} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
      {pages}
    </div>
  )
}
