import { useRef, useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { call } from '#web/site/api.ts'
import { openIn } from '#web/site/page-language.ts'
import { takeAccount } from '#web/site/site.ts'
import { useCall } from '#web/site/use-call.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Choices } from '#web/ui/choices.tsx'
import { notify, notifyRefusal } from '#web/ui/notifications-store.ts'
import { ProfileSection } from './profile-section.tsx'

/** Which messages somebody gets, and in which language. Each choice is saved at once. */
export function MessagesSection({
  account,
  withNewsletter,
}: {
  account: Account
  /** The account's, for whoever manages it. */
  withNewsletter: boolean
}) {
  return (
    <ProfileSection title={m.profile_messages()}>
      <div className="grid max-w-md gap-5">
        <LanguageChoice stored={account.language === 'de' ? 'de' : 'en'} />
        {withNewsletter ? <Newsletter stored={account.newsletter} /> : null}
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

function Newsletter({ stored }: { stored: boolean }) {
  const { send } = useCall(
    (newsletter: boolean) => call(accountCalls.changeNewsletter, { body: { newsletter } }),
    {
      onDone: ({ body }, newsletter) => {
        takeAccount(body.account)
        notify(newsletter ? m.profile_newsletter_on() : m.profile_newsletter_off(), 'success')
      },
      onRefused: notifyRefusal,
    },
  )
  const [newsletter, setNewsletter] = useSaved(stored, send)
  return (
    <Checkbox
      label={m.profile_newsletter()}
      checked={newsletter}
      onChange={(event) => setNewsletter(event.target.checked)}
    />
  )
}

/**
 * A choice that shows at once and is then what the server answered; one that it refused goes back to what is stored.
 * Choices made while one is on its way wait for it, and only the last of them is sent.
 */
function useSaved<Value>(
  stored: Value,
  save: (wanted: Value) => Promise<unknown>,
): [Value, (wanted: Value) => void] {
  const [shown, setShown] = useState<{ value: Value }>()
  const waiting = useRef<{ value: Value }>(undefined)
  const underWay = useRef(false)
  const choose = async (value: Value) => {
    waiting.current = { value }
    setShown({ value })
    if (underWay.current) return
    underWay.current = true
    while (waiting.current) {
      const next = waiting.current
      waiting.current = undefined
      await save(next.value)
    }
    underWay.current = false
    setShown(undefined)
  }
  return [shown ? shown.value : stored, choose]
}
