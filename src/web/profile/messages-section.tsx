import { useRef, useState } from 'react'
import { accountCalls } from '#contract/accounts/account-calls.ts'
import type { Account } from '#contract/accounts/accounts.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { takeAccount } from '#web/site/take-account.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Choices } from '#web/ui/choices.tsx'
import { notify } from '#web/ui/notifications-store.ts'
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
  const [language, setLanguage] = useSaved(stored, async (wanted) => {
    const reply = await call(accountCalls.changeLanguage, { body: { language: wanted } })
    if (reply instanceof CallProblem) return reply
    takeAccount(reply.body.account)
    notify(m.profile_language_saved(), 'success')
    return undefined
  })
  return (
    <Choices
      label={m.profile_language()}
      choices={[
        { value: 'en', label: <span lang="en">{m.profile_language_en()}</span> },
        { value: 'de', label: <span lang="de">{m.profile_language_de()}</span> },
      ]}
      value={language}
      onChange={setLanguage}
    />
  )
}

function Newsletter({ stored }: { stored: boolean }) {
  const [newsletter, setNewsletter] = useSaved(stored, async (wanted) => {
    const reply = await call(accountCalls.changeNewsletter, { body: { newsletter: wanted } })
    if (reply instanceof CallProblem) return reply
    takeAccount(reply.body.account)
    notify(wanted ? m.profile_newsletter_on() : m.profile_newsletter_off(), 'success')
    return undefined
  })
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
  save: (wanted: Value) => Promise<CallProblem | undefined>,
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
      const refused = await save(next.value)
      if (refused) notify(refused.detail, 'error')
    }
    underWay.current = false
    setShown(undefined)
  }
  return [shown ? shown.value : stored, choose]
}
