import { Fragment } from 'react'
import { adminAccountCalls } from '#contract/admin/admin-account-calls.ts'
import type { ViewedContact } from '#contract/admin/admin-accounts.ts'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { AccountSummary } from '#web/front/admin/people/account-summary.tsx'
import { History } from '#web/front/admin/people/history.tsx'
import { LoginState } from '#web/front/admin/people/login-state.tsx'
import { Papers } from '#web/front/admin/people/papers.tsx'
import { AdminPage } from '#web/front/desk/admin-page.tsx'
import { useDeskRead } from '#web/front/desk/desk-query.ts'
import { Fact, Facts } from '#web/front/desk/facts.tsx'
import { CallProblem } from '#web/platform/site/api.ts'
import { useParams } from '#web/platform/site/router.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { AccountView } from './account-view.tsx'
import { HelpPeople } from './help-people.tsx'
import { SwitchLink } from './switch-link.tsx'

/** All about one account, or one contact of somebody who uses one (product.md section 2, Account or contact view). */
export function Component() {
  const { id = '' } = useParams()
  const { data, error, isFetching, refetch } = useDeskRead(adminAccountCalls.viewAccount, 'kind', {
    body: { id },
  })
  // nobody has an ID that the server does not read
  const isMissing = error instanceof CallProblem && (error.code === 'not-found' || error.code === 'invalid')
  const title = data?.kind === 'contact' ? m.admin_contact_heading({ id }) : m.admin_account_heading({ id })
  return (
    <AdminPage title={title} back={{ href: deskHref('adminAccounts'), text: m.admin_account_list() }}>
      {isMissing ? <p>{m.admin_account_missing()}</p> : null}
      {error && !isMissing ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!data && !error ? <p role="status">{m.admin_loading()}</p> : null}
      {data && !error && data.kind === 'account' ? (
        <Fragment key={id}>
          <AccountSummary account={data} />
          <AccountView account={data} />
          <History accountId={id} />
          <Papers accountId={id} />
          <LoginState id={id} own={data.own} />
        </Fragment>
      ) : null}
      {data && !error && data.kind === 'contact' ? <ContactView key={id} contact={data} /> : null}
    </AdminPage>
  )
}

function ContactView({ contact }: { contact: ViewedContact }) {
  const { email, confirmed, name, account, version, videoViews } = contact
  const session = useSession()
  const isOwn = session?.authenticated && session.account.id === account.id
  return (
    <div className="grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-8">
      <Facts>
        <Fact name={m.admin_account_contact()}>
          {email}
          {confirmed ? null : ` ${m.admin_account_unconfirmed()}`}
        </Fact>
        <Fact name={m.admin_account_name()}>
          <bdi>{name}</bdi> <SwitchLink id={contact.id} name={name} accountId={account.id} />
        </Fact>
        <Fact name={m.admin_account_facts()}>
          <Link to={deskHref('adminAccount', { id: account.id })} className="link">
            <bdi>{account.name}</bdi>
          </Link>
        </Fact>
        <Fact name={m.admin_account_version()}>{version}</Fact>
        <Fact name={m.admin_account_views()}>{videoViews}</Fact>
      </Facts>
      <LoginState id={contact.id} own={isOwn === true} />
      {isOwn ? null : <HelpPeople people={[{ accountId: account.id, contactId: contact.id, name, email }]} />}
    </div>
  )
}
