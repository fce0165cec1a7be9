import { useEffect, useRef } from 'react'
import { m } from '#messages/generated/messages.js'
import { AccountPage } from '#web/platform/layout/account-page.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { notify } from '#web/platform/ui/notifications-store.ts'
import { type Contact, useResend } from './contact.ts'
import { ContactsSection } from './contacts-section.tsx'
import { CopyOfData } from './copy-of-data.tsx'
import { Deletion } from './deletion.tsx'
import { MessagesSection } from './messages-section.tsx'
import { NameSection } from './name-section.tsx'
import { ProfileSection } from './profile-section.tsx'

/** The data kept about a user, and about the account for its manager (product.md section 2, Profile). */
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

/** The user's rights to all stored data: a copy, and deletion. */
export function OwnData() {
  const session = useSession()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // messages and the banner link here; the page is rendered after navigation
    if (location.hash === '#own-data') section.current?.scrollIntoView()
  }, [])
  if (!session?.authenticated) return null
  return (
    <section ref={section} id="own-data" aria-labelledby="own-data-heading" className="scroll-mt-20">
      <h2 id="own-data-heading">{m.own_data()}</h2>
      <p className="mt-1 text-muted">{m.own_data_lead()}</p>
      <div className="card mt-4 divide-y divide-line">
        <CopyOfData session={session} />
        <Deletion session={session} />
      </div>
    </section>
  )
}

/** Reminds a user without a confirmed contact, and sends the message again. */
export function UnconfirmedHint({ contact }: { contact: Contact | undefined }) {
  const { send: resend, busy } = useResend()
  if (!contact) return null
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card bg-accent-soft px-4 py-3.5">
      <div className="flex min-w-0 flex-1 basis-72 gap-3">
        <Icon name="info" className="mt-1 size-4 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="font-medium">{m.profile_unconfirmed_title()}</p>
          <p className="mt-0.5 text-sm">{m.profile_unconfirmed({ email: contact.email })}</p>
        </div>
      </div>
      <Button busy={busy} onClick={() => resend(contact)}>
        {m.profile_resend()}
      </Button>
    </div>
  )
}

/** Deletes this browser's stored data (product.md section 3: under one key, deleted on request). */
export function LocalStateSection() {
  const reset = useLocalState((state) => state.reset)
  return (
    <ProfileSection title={m.profile_local_state()} lead={m.profile_local_state_text()}>
      <Button
        className="justify-self-start"
        onClick={() => {
          reset()
          notify(m.profile_local_state_done(), 'success')
        }}
      >
        {m.profile_local_state_reset()}
      </Button>
    </ProfileSection>
  )
}
