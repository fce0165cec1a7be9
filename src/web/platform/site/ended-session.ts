import type { UserSession } from '#contract/accounts/accounts.ts'
import { type CallProblem, onLoginRequired } from './api.ts'
import { useSite, viewerOf } from './site.ts'
import { storageKey } from './tab-storage.ts'
import { typedFields } from './typed-fields.ts'

/**
 * Notices that a session ended or changed elsewhere: in another tab, which tells this one; by time, at the first call that is
 * refused; or while the tab was not shown. To be called once, when the first page shows. What follows is loaded when it is needed.
 */
export function noticeEndedSession(): void {
  addEventListener('input', ({ target }) => {
    if (target) typedFields.add(target)
  })
  onLoginRequired(() => {
    if (useSite.getState().session?.authenticated) noticeSession()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') noticeSession()
  })
  const tabs = new BroadcastChannel(storageKey)
  const tell = () => tabs.postMessage(browserViewer())
  tabs.onmessage = ({ data }) => {
    if (data !== browserViewer()) noticeSession()
  }
  tell()
  useSite.subscribe(({ session, signedInNow }, before) => {
    if (session !== before.session || signedInNow !== before.signedInNow) tell()
  })
}

/** Reads the session because it may have ended elsewhere (`signed-out.ts`). Undefined where that cannot be loaded. */
export async function noticeSession(): Promise<UserSession | CallProblem | undefined> {
  return (await loadSignedOut())?.noticeSession()
}

/** Asks the page's person to sign in again, in a dialog; resolves to whether they did. */
export async function signInAgain(): Promise<boolean> {
  return (await (await loadSignedOut())?.signInAgain()) ?? false
}

function loadSignedOut() {
  return import('./signed-out.ts').catch(() => undefined)
}

/** Whom this tab knows to be signed in with the browser. */
function browserViewer(): string | undefined {
  const { session, signedInNow } = useSite.getState()
  return viewerOf({ session: signedInNow ?? session })
}
