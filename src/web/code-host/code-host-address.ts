import type { codeHostCalls } from '#contract/accounts/code-host-calls.ts'

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
