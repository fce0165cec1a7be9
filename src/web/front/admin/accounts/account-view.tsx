import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import type { ViewedAccount, ViewedUser } from '#contract/admin/admin-accounts.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'
import { adminTime } from '#web/front/desk/admin-time.ts'
import { type Column, DeskTable, RowLink } from '#web/front/desk/desk-table.tsx'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { useAdminChange } from '#web/front/desk/use-admin-change.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { AssignCoupon } from './assign-coupon.tsx'
import { AssignPrepaid } from './assign-prepaid.tsx'
import { Corrections } from './corrections/corrections.tsx'
import { HelpPeople } from './help-people.tsx'
import { peopleOf } from './person-choice.tsx'
import { SwitchLink } from './switch-link.tsx'

/** What the admin sees of an account and does with it. */
export function AccountView({ account }: { account: ViewedAccount }) {
  const facts = useId()
  const { name, contacts, billingAddress, country, version, videoViews, own } = account
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-2">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
        <section aria-labelledby={facts} className="grid gap-3">
          <h2 id={facts}>{m.admin_account_facts()}</h2>
          <Facts>
            <Fact name={m.admin_account_name()}>
              <bdi>{name}</bdi> <SwitchLink id={account.id} name={name} />
            </Fact>
            <Fact name={m.admin_account_contacts()}>{contactsText(contacts)}</Fact>
            <Fact name={m.admin_account_address()}>{billingAddress}</Fact>
            <Fact name={m.admin_account_country()}>{country}</Fact>
            <Fact name={m.admin_account_version()}>{version}</Fact>
            <Fact name={m.admin_account_views()}>{videoViews}</Fact>
          </Facts>
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2>{m.admin_account_users()}</h2>
          <Users users={account.users} />
        </div>
        {own ? (
          <p className="max-w-prose text-sm text-muted">{m.admin_account_own()}</p>
        ) : (
          <>
            <HelpPeople people={peopleOf(account)} />
            <PurgeAccount account={account} />
          </>
        )}
      </div>
      <AccountSubscription account={account} />
    </div>
  )
}

/** Returns one contact a line: 'ada@example.org [unconfirmed] [primary]'. */
function contactsText(contacts: ViewedAccount['contacts']): string {
  return contacts
    .map(({ email, confirmed, primary }) =>
      [
        email,
        ...(confirmed ? [] : [m.admin_account_unconfirmed()]),
        ...(primary && contacts.length > 1 ? [m.admin_account_primary()] : []),
      ].join(' '),
    )
    .join('\n')
}

const roles = {
  owner: m.admin_account_role_owner,
  manager: m.admin_account_role_manager,
  user: m.admin_account_role_user,
}

function Users({ users }: { users: readonly ViewedUser[] }) {
  const columns: readonly Column<ViewedUser>[] = [
    {
      title: m.admin_account_name(),
      of: ({ role, contactId, name }) =>
        role === 'owner' || contactId === null ? (
          <bdi>{name}</bdi>
        ) : (
          <RowLink to={deskHref('adminAccount', { id: contactId })}>{name}</RowLink>
        ),
    },
    {
      title: m.admin_account_email(),
      look: 'long',
      of: ({ email, confirmed }) => (confirmed ? email : `${email} ${m.admin_account_unconfirmed()}`),
    },
    { title: m.admin_account_role(), of: ({ role }) => roles[role]() },
  ]
  return (
    <DeskTable
      label={m.admin_account_users()}
      columns={columns}
      rows={users}
      keyOf={({ contactId, email }) => contactId ?? email}
    />
  )
}

/** The subscription of an account, and what may be added to it (product.md section 2, Account or contact view). */
function AccountSubscription({ account }: { account: ViewedAccount }) {
  const id = useId()
  const { subscription } = account
  const { status, until, interval } = subscription ?? {}
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <h2 id={id}>{m.admin_subscription()}</h2>
      <Facts>
        <Fact name={m.admin_subscription_status()}>{status}</Fact>
        <Fact name={m.admin_subscription_until()}>
          {until ? <time dateTime={until}>{adminTime(until)}</time> : null}
        </Fact>
        <Fact name={m.admin_subscription_pricing()}>{subscription?.pricingId}</Fact>
        <Fact name={m.admin_subscription_licenses()}>{subscription?.licenseCount}</Fact>
        <Fact name={m.admin_subscription_included()}>{subscription?.includedLicenses}</Fact>
        <Fact name={m.admin_subscription_included_count()}>{subscription?.includedLicenseCount}</Fact>
        <Fact name={m.admin_subscription_interval()}>{interval ? intervalName(interval) : null}</Fact>
        <Fact name={m.admin_subscription_coupon()}>{subscription?.coupon}</Fact>
        <Fact name={m.admin_subscription_provider()}>{subscription?.paymentProvider}</Fact>
        <Fact name={m.admin_subscription_version()}>{subscription?.version}</Fact>
      </Facts>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-8">
        {status === 'trial' || status === 'active' ? null : <AssignPrepaid account={account} />}
        {status !== undefined && subscription?.coupon === undefined ? (
          <AssignCoupon account={account} />
        ) : null}
        <Corrections account={account} />
      </div>
    </section>
  )
}

/** Deletes an account at once, after a dialog that names it and says what goes. */
function PurgeAccount({ account: { id, name, users } }: { account: ViewedAccount }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { ask, dialog } = useAdminChange(adminAccountCalls.purgeAccount, {
    onDone: ({ purgeList }) => {
      if (purgeList) notify(m.admin_purge_not_listed(), 'error')
      else notify(m.admin_purge_done(), 'success')
      navigate(deskHref('adminAccounts'))
      // neither it nor a list that has it is read again
      client.removeQueries({ queryKey: ['admin'] })
    },
  })

  const start = () =>
    ask({
      message: m.admin_purge_prompt({ name }),
      children: (purging) => <WhatGoes users={users.length} purging={purging} />,
      body: { id },
    })

  return (
    <section className="grid justify-items-start gap-3 border-t border-line pt-6">
      <p className="text-sm text-muted">{m.admin_purge_hint()}</p>
      <Button className="text-danger" onClick={start}>
        {m.admin_purge()}
      </Button>
      {dialog}
    </section>
  )
}

function WhatGoes({ users, purging }: { users: number; purging: boolean }) {
  return (
    <>
      <p className="text-sm">{m.admin_purge_prompt_text({ count: users })}</p>
      <p role="status" className="text-sm text-muted empty:hidden">
        {purging ? m.admin_purge_running() : ''}
      </p>
    </>
  )
}
