import { browserNameOf } from '#domain/accounts/browser-name.ts'
import { m } from '#messages/generated/messages.js'

/** Names a browser and its system by its `User-Agent`: 'Firefox on Linux'. */
export function browserWords(userAgent: string | null): string {
  const named = browserNameOf(userAgent)
  if (!named) return m.sessions_unknown()
  const { browser, system } = named
  return system === undefined ? browser : m.sessions_browser({ browser, system })
}
