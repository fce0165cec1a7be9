import { useQuery } from '@tanstack/react-query'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { deskQuery } from '#web/front/desk/desk-query.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { LookupForm, useLookedUp } from '#web/front/desk/lookup-form.tsx'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { SwitchLink } from './switch-link.tsx'

/** People by a part of their name or email (product.md section 2, Account search). */
export function Component() {
  const lookedUp = useLookedUp()
  const { text, query, waiting } = lookedUp
  const { data, error, isFetching } = useQuery({
    ...deskQuery(adminAccountCalls.findContacts, 'contacts[]', { body: { query } }),
    enabled: query !== '',
  })
  const isEmpty = text.trim() === ''
  const sentence = () => {
    if (isEmpty) return m.admin_account_limit()
    if (waiting || isFetching) return m.admin_loading()
    const count = data?.contacts.length ?? 0
    return error?.message ?? (count > 0 ? m.admin_account_found({ count }) : m.admin_account_none())
  }
  const found = isEmpty || error ? undefined : data
  return (
    <AdminPage title={m.admin_account_list()}>
      <LookupForm label={m.admin_account_query()} maxLength={254} status={sentence()} lookedUp={lookedUp}>
        {found?.errorMessage ? <p className="text-sm">{found.errorMessage}</p> : null}
      </LookupForm>
      {found && found.contacts.length > 0 ? <Results key={query} contacts={found.contacts} /> : null}
    </AdminPage>
  )
}

type Found = { readonly id: string; readonly name: string; readonly email: string }

function Results({ contacts }: { contacts: readonly Found[] }) {
  const { shown, pages } = usePages(contacts, m.admin_account_results())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <DeskTable
        label={m.admin_account_results()}
        columns={columns()}
        rows={shown}
        // an owner's contacts lead to the same account
        keyOf={({ id, email }) => `${id} ${email}`}
      />
      {pages}
    </div>
  )
}

function columns(): readonly Column<Found>[] {
  return [
    {
      title: m.admin_account_name(),
      of: ({ id, name }) => <RowLink to={deskHref('adminAccount', { id })}>{name}</RowLink>,
    },
    { title: m.admin_account_email(), look: 'long', of: ({ email }) => email },
    {
      title: m.admin_account_switch_column(),
      titleHidden: true,
      of: ({ id, name }) => <SwitchLink id={id} name={name} />,
    },
  ]
}
