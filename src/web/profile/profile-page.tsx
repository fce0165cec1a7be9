import { m } from '#messages/generated/messages.js'
import { AccountPage } from '#web/layout/account-page.tsx'
import { ContactsSection } from './contacts-section.tsx'
import { LocalStateSection } from './local-state-section.tsx'
import { MessagesSection } from './messages-section.tsx'
import { NameSection } from './name-section.tsx'
import { OwnData } from './own-data.tsx'
import { UnconfirmedHint } from './unconfirmed-hint.tsx'

/** What is kept about a user, and about the account of whoever manages it (product.md section 2, Profile). */
export function Component() {
  return (
    <AccountPage title={m.profile_page()} signedOut={m.profile_signed_out()}>
      {({ user, account, permissions }) => {
        const manages = permissions.includes('account.manage')
        return (
          <>
            {user.confirmed ? null : <UnconfirmedHint contact={account.contacts[0]} />}
            <NameSection key={user.id} name={user.name} isAccountName={manages} />
            {manages ? <ContactsSection contacts={account.contacts} /> : null}
            <MessagesSection account={account} withNewsletter={manages} />
            <LocalStateSection />
            <OwnData />
          </>
        )
      }}
    </AccountPage>
  )
}
