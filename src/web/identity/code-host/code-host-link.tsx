import type { ReactNode } from 'react'
import type { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'

/**
 * The link for signing in at the code host, if one is configured. It loads a document, because the server redirects
 * from there.
 */
export function CodeHostLink({
  className,
  mark,
  ...given
}: {
  email?: string | undefined
  next?: string | undefined
  className: string
  /** Shown before the text. */
  mark?: ReactNode
}) {
  const { githubLogin } = useConfig()
  if (!githubLogin) return null
  return (
    <a href={codeHostAddress(given)} className={className}>
      {mark}
      {m.code_host_login()}
    </a>
  )
}

const start: typeof codeHostCalls.startCodeHostSignIn.path = '/auth/github/login'

/**
 * Returns the server's URL that redirects to the code host. `email` preselects the user there, `next` is the page to
 * return to.
 */
export function codeHostAddress(
  given: { email?: string | undefined; next?: string | undefined } = {},
): string {
  const known = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(known).toString()
  return start + (search && `?${search}`)
}
