import { create } from 'zustand'
import type { Account, SignedInSession, UserSession } from '#contract/accounts/accounts.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import type { Call, CallReply } from '#contract/call.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { siteCalls } from '#contract/site/site-calls.ts'
import { type CallArguments, CallProblem, call, drawnFor, forgetCsrfToken } from './api.ts'
import { carriedHere } from './carried.ts'

/** What every page needs before it can be rendered: the public settings and the session. */
type Site = {
  readonly config: SiteConfig | undefined
  /** Undefined while it is not known. */
  readonly session: UserSession | undefined
  /** Why it could not be found out who is signed in, as long as it is not known. */
  readonly sessionProblem: CallProblem | undefined
  /** Who is signed in by now, while the page still shows what the person of `session` typed; else undefined. */
  readonly signedInNow: UserSession | undefined
  /** Tells the form that waits for its person to sign in again whether they did. */
  readonly waiting: ((isSame: boolean) => void) | undefined
}

export const useSite = create<Site>(() => ({
  config: undefined,
  session: undefined,
  sessionProblem: undefined,
  signedInNow: undefined,
  waiting: undefined,
}))

/** The public settings. Pages are drawn only when they are there. */
export function useConfig(): SiteConfig {
  const config = useSite((site) => site.config)
  if (!config) throw new Error('A page was drawn without the public settings')
  return config
}

/** Who is signed in; undefined while that is not known. */
export function useSession(): UserSession | undefined {
  return useSite((site) => site.session)
}

/** Whether it is the admin who looks, from within somebody else's account: then nothing of that person's may change. */
export function useSwitched(): boolean {
  return useSite(isSwitchedIn)
}

/** The same outside of a screen. */
export function isSwitched(): boolean {
  return isSwitchedIn(useSite.getState())
}

function isSwitchedIn({ session }: Pick<Site, 'session'>): boolean {
  return session?.authenticated === true && session.switchedBy !== undefined
}

/** Reads both anew: the settings first from the document, if they came with it. What cannot be read stays as it was. */
export async function loadSite(): Promise<void> {
  const carried = useSite.getState().config ? undefined : carriedHere().config
  const [config] = await Promise.all([carried ?? readConfig(), readSession()])
  if (config) useSite.setState({ config })
}

async function readConfig(): Promise<SiteConfig | undefined> {
  const reply = await patiently(siteCalls.config)
  return reply instanceof CallProblem ? undefined : reply.body
}

/** To be awaited after signing in or out: reads the session again and shows it. */
export async function renewSession(show = showSession): Promise<UserSession | CallProblem> {
  forgetCsrfToken()
  return readSession(show)
}

async function readSession(show = showSession): Promise<UserSession | CallProblem> {
  const reply = await patiently(sessionCalls.userSession)
  if (reply instanceof CallProblem) {
    useSite.setState(({ session }) => (session ? {} : { sessionProblem: reply }))
    return reply
  }
  show(reply.body)
  return reply.body
}

/** Shows the pages of the signed-in user. A form that waited for its person goes on, or not. */
export function showSession(session: UserSession): void {
  const before = useSite.getState()
  useSite.setState({ session, sessionProblem: undefined, signedInNow: undefined })
  before.waiting?.(viewerOf({ session }) === viewerOf(before))
}

/** Shows at once what the server just said of who is signed in; nothing where nobody is any more. */
export function changeSession(change: (session: SignedInSession) => SignedInSession): void {
  useSite.setState(({ session }) => (session?.authenticated ? { session: change(session) } : {}))
}

/** The same for a reply with the account; with it the user's own new name, where that was changed. */
export function takeAccount(account: Account, name?: string): void {
  changeSession((session) => {
    const { user } = session
    const email = account.contacts[0]?.email ?? user.email
    return { ...session, account, user: { ...user, email, name: name ?? user.name } }
  })
}

/** Returns the viewer's ID: data read for one user are never shown to the next. */
export function viewerOf({ session }: Pick<Site, 'session'>): string | undefined {
  return session?.authenticated ? session.user.id : undefined
}

drawnFor(() => viewerOf(useSite.getState()))

/** A server that is restarting is asked a second and a third time. */
async function patiently<C extends Call>(
  ...request: [C, ...CallArguments<C>]
): Promise<CallReply<C> | CallProblem> {
  for (const waitMs of [300, 1500]) {
    const reply = await call(...request)
    if (!(reply instanceof CallProblem && (reply.status === 0 || reply.status >= 500))) return reply
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  return call(...request)
}
