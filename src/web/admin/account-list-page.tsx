import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { Field } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { contactsQuery } from './account-queries.ts'
import { AdminPage } from './admin-page.tsx'
import { ScrollingTable } from './scrolling-table.tsx'
import { useLookedUp } from './use-looked-up.ts'

/** People by a part of their name or email (product.md section 2, Account search). */
export function Component() {
  return (
    <AdminPage title={m.admin_account_list()}>
      <Search />
    </AdminPage>
  )
}

function Search() {
  const status = useId()
  const { text, query, waiting, change, now } = useLookedUp()
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
      <form
        noValidate
        className="grid max-w-xl gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          now()
        }}
      >
        <Field
          label={m.admin_account_query()}
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={254}
          aria-describedby={status}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        <p id={status} role="status" className="min-h-6 text-sm text-muted">
          {sentence()}
        </p>
        {found?.errorMessage ? <p className="text-sm">{found.errorMessage}</p> : null}
      </form>
      {found && found.contacts.length > 0 ? <Results contacts={found.contacts} /> : null}
    </>
  )
}

function Results({ contacts }: { contacts: readonly { id: string; name: string; email: string }[] }) {
  return (
    <ScrollingTable label={m.admin_account_results()}>
      <thead>
        <tr>
          <th scope="col">{m.admin_account_name()}</th>
          <th scope="col">{m.admin_account_email()}</th>
        </tr>
      </thead>
      <tbody>
        {contacts.map(({ id, name, email }) => (
          // an owner's contacts lead to the same account
          <tr key={`${id} ${email}`}>
            <th scope="row" className="align-baseline wrap-anywhere whitespace-normal!">
              <Link to={href('adminAccount', { id })} className="link inline-block min-h-6">
                {name}
              </Link>
            </th>
            <td className="align-baseline wrap-anywhere whitespace-normal!">{email}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}
