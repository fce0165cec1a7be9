import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'

/** "Ask Olivia Owens or Max Miller.", for a user without the permission. Undefined if there is no one to ask. */
export function askTeam({ askable = [] }: Pick<SignedInSession, 'askable'>): string | undefined {
  if (askable.length === 0) return undefined
  return m.ask_team({ names: new Intl.ListFormat(getLocale(), { type: 'disjunction' }).format(askable) })
}
