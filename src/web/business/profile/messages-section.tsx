import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { call } from '#web/platform/site/api.ts'
import { openIn } from '#web/platform/site/page-language.ts'
import { takeAccount } from '#web/platform/site/site.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Choices } from '#web/platform/ui/choices.tsx'
import { notify, notifyRefusal } from '#web/platform/ui/notifications-store.ts'
import { NewsletterToggle } from './newsletter-toggle.tsx'
import { ProfileSection } from './profile-section.tsx'
import { useSaved } from './use-saved.ts'

/** The user's choice of mails, and their language. Each choice is saved at once. */
export function MessagesSection({
  account,
  withNewsletter,
}: {
  account: Account
  /** The account's newsletter, for users who manage the account. */
  withNewsletter: boolean
}) {
  return (
    <ProfileSection title={m.profile_messages()}>
      <div className="grid max-w-md gap-5">
        <LanguageChoice stored={account.language === 'de' ? 'de' : 'en'} />
        {withNewsletter ? <NewsletterToggle stored={account.newsletter} /> : null}
      </div>
    </ProfileSection>
  )
}

function LanguageChoice({ stored }: { stored: Language }) {
  const { send } = useCall(
    (language: Language) => call(accountCalls.changeLanguage, { body: { language } }),
    {
      onDone: ({ body }, language) => {
        takeAccount(body.account)
        if (language === getLocale()) notify(m.profile_language_saved(), 'success')
        else openIn(language)
      },
      onRefused: notifyRefusal,
    },
  )
  const [language, setLanguage] = useSaved(stored, send)
  return (
    <Choices
      label={m.profile_language()}
      choices={[
        { value: 'en', label: <span lang="en">{m.language_en()}</span> },
        { value: 'de', label: <span lang="de">{m.language_de()}</span> },
      ]}
      value={language}
      onChange={setLanguage}
    />
  )
}
