import type { sessionCalls } from '#contract/accounts/session-calls.ts'
import type { CallReply } from '#contract/call.ts'
import { href } from '#contract/pages.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { followAccount } from '#web/platform/site/page-language.ts'
import { useNavigate, useSearchParams } from '#web/platform/site/router.tsx'
import { renewSession } from '#web/platform/site/site.ts'
import type { Refusal } from '#web/platform/site/use-call.ts'

/** Continues after a sign-in as the server's reply says. Resolves to the problem, if any, which is shown. */
export type AfterSignIn = (
  reply: CallReply<typeof sessionCalls.login>,
) => Promise<CallProblem | Refusal | undefined>

/** Methods that complete a sign-in after the password. */
export type Method = 'totp' | 'passkey' | 'recovery-code'

/**
 * Continues after a sign-in as the server's reply says: to the login page's next page, to the second step, or to the
 * page that replaces a temporary password. Resolves to the problem, if any.
 */
export function useAfterSignIn(): AfterSignIn {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = search.get('next') ?? undefined
  return async ({ status, body }) => {
    if (status === 200) {
      const session = await renewSession()
      if (session instanceof CallProblem) return session
      if (session.authenticated) followAccount(session.account)
      return undefined
    }
    if (body.status === 'password-change-required') navigate(href('temporaryPassword'), { state: { next } })
    else navigate(secondStepHref(body.methods, next), { replace: true })
    return undefined
  }
}

/** The second step is in the URL, so that a reload keeps it and the code host can redirect to it. */
function secondStepHref(methods: readonly Method[], next: string | undefined): string {
  return href('login', {}, { step: 'two-factor', methods: methods.join(','), next })
}

/** Returns the methods of the second step that a URL asks for; undefined if it asks for none. */
export function secondStepIn(search: URLSearchParams): Method[] | undefined {
  if (search.get('step') !== 'two-factor') return undefined
  const named = search.get('methods')?.split(',') ?? []
  return (['totp', 'passkey', 'recovery-code'] as const).filter((method) => named.includes(method))
}

/**
 * Returns the page requested before the login, as a path of this site; undefined for values that could lead elsewhere
 * (`//evil.test`, `/\evil.test`, `javascript:`, hidden tabs and line breaks).
 */
export function safePath(next: string | null, origin = window.location.origin): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return undefined
  const url = new URL(next, origin)
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
