import type { ReactNode } from 'react'
import type { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { m } from '#messages/generated/messages.js'
import { useConfig } from '#web/platform/site/site.ts'

/**
 * The link for signing in at the code host, if one is configured. It is not a page of the router, so it loads a new
 * document.
 */
export function CodeHostLink({
  className,
  mark,
  ...given
}: {
  email?: string | undefined
  next?: string | undefined
  className: string
  /** Before its words. */
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
 * Where signing in by the code host begins: a page of the server's, which leads away from here. `email` is who probably
 * comes, `next` the page that they wanted.
 */
export function codeHostAddress(
  given: { email?: string | undefined; next?: string | undefined } = {},
): string {
  const known = Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(known).toString()
  return start + (search && `?${search}`)
}
