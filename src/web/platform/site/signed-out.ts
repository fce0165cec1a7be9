import type { UserSession } from '#contract/accounts/accounts.ts'
import { CallProblem } from './api.ts'
import { renewSession, showSession, useSite, viewerOf } from './site.ts'
import { typedFields } from './typed-fields.ts'

/**
 * Reads the session again, because it may have ended elsewhere. A page with unsaved input stays as it is, and so does
 * one that waits for its user to sign in again; others show the new session. Input of the admin in another account is
 * dropped.
 */
export function noticeSession(): Promise<UserSession | CallProblem> {
  return renewSession((now) => {
    const { session, waiting } = useSite.getState()
    const isOut =
      session?.authenticated && !session.switchedBy && viewerOf({ session: now }) !== viewerOf({ session })
    if (isOut && (waiting || isTypedInto())) useSite.setState({ signedInNow: now })
    else showSession(now)
  })
}

/**
 * Asks the page's user to sign in again, in a dialog. Resolves to whether they did; false at once if no user was signed
 * in, or another form is waiting already.
 */
export function signInAgain(): Promise<boolean> {
  const { session, waiting } = useSite.getState()
  if (!session?.authenticated || session.switchedBy || waiting) return Promise.resolve(false)
  return new Promise((resolve) => {
    const answer = (isSame: boolean) => {
      useSite.setState({ waiting: undefined })
      resolve(isSame)
    }
    useSite.setState({ waiting: answer })
    noticeSession().then((now) => {
      if (now instanceof CallProblem) answer(false)
    })
  })
}

/** Whether the page has a form with input. The search field does not count: its text is in the URL. */
function isTypedInto(): boolean {
  return [...document.querySelectorAll('form:not([role="search"]) *')].some((field) => typedFields.has(field))
}
