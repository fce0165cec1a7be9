import type { UserSession } from '#contract/accounts/accounts.ts'
import { CallProblem } from './api.ts'
import { renewSession, showSession, useSite, viewerOf } from './site.ts'
import { typedFields } from './typed-fields.ts'

/**
 * Reads the session because it may have ended elsewhere. A page with a form that was typed into stays as it is, and so does one
 * that waits for its person to sign in again; others show who is signed in now. What the admin typed in somebody's account goes.
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
 * Asks the page's person to sign in again, in a dialog. Resolves to whether they did; false at once if nobody was signed
 * in, or another form is already waiting.
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

/** Whether the page has a form that was typed into. The search field holds nothing that could be lost. */
function isTypedInto(): boolean {
  return [...document.querySelectorAll('form:not([role="search"]) *')].some((field) => typedFields.has(field))
}
