import type { UserSession } from '#contract/accounts/accounts.ts'
import { type CallProblem, onLoginRequired } from './api.ts'
import { useSite, viewerOf } from './site.ts'
import { storageKey } from './tab-storage.ts'
import { typedFields } from './typed-fields.ts'

/**
 * Detects a session that ended or changed elsewhere: another tab reports it, or the next call is refused, or the tab is
 * shown again. Must be called once, when the first page shows. The code that handles it is loaded on demand.
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

/**
 * Reads the session again, because it may have ended elsewhere (`signed-out.ts`). Undefined if that code cannot be
 * loaded.
 */
export async function noticeSession(): Promise<UserSession | CallProblem | undefined> {
  return (await loadSignedOut())?.noticeSession()
}

/** Asks the page's user to sign in again, in a dialog. Resolves to whether they did. */
export async function signInAgain(): Promise<boolean> {
  return (await (await loadSignedOut())?.signInAgain()) ?? false
}

function loadSignedOut() {
  return import('./signed-out.ts').catch(() => undefined)
}

/** The user that this tab believes to be signed in. */
function browserViewer(): string | undefined {
  const { session, signedInNow } = useSite.getState()
  return viewerOf({ session: signedInNow ?? session })
}
