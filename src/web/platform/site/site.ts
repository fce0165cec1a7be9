import { create } from 'zustand'
import type { Account, SignedInSession, UserSession } from '#contract/accounts/accounts.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import type { Call, CallReply } from '#contract/call.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { siteCalls } from '#contract/site/site-calls.ts'
import { type CallArguments, CallProblem, call, drawnFor, forgetCsrfToken } from './api.ts'
import { carriedHere } from './carried.ts'

/** The data that every page needs for rendering: public settings and session. */
type Site = {
  readonly config: SiteConfig | undefined
  /** Undefined until known. */
  readonly session: UserSession | undefined
  /** Why the session could not be read, until it is known. */
  readonly sessionProblem: CallProblem | undefined
  /** The signed-in user, while the page still shows input of the user in `session`; else undefined. */
  readonly signedInNow: UserSession | undefined
  /** Tells the waiting form whether its user signed in again. */
  readonly waiting: ((isSame: boolean) => void) | undefined
}

export const useSite = create<Site>(() => ({
  config: undefined,
  session: undefined,
  sessionProblem: undefined,
  signedInNow: undefined,
  waiting: undefined,
}))

/** Returns the public settings. Pages are rendered only once they are loaded. */
export function useConfig(): SiteConfig {
  const config = useSite((site) => site.config)
  if (!config) throw new Error('A page was drawn without the public settings')
  return config
}

/** Returns the session; undefined until known. */
export function useSession(): UserSession | undefined {
  return useSite((site) => site.session)
}

/** Whether the admin is switched into this account, which must not be changed then. */
export function useSwitched(): boolean {
  return useSite(isSwitchedIn)
}

/** `useSwitched` outside of components. */
export function isSwitched(): boolean {
  return isSwitchedIn(useSite.getState())
}

function isSwitchedIn({ session }: Pick<Site, 'session'>): boolean {
  return session?.authenticated === true && session.switchedBy !== undefined
}

/**
 * Reads settings and session again; the first time, settings come from the document if it carries them. What cannot be
 * read is left unchanged.
 */
export async function loadSite(): Promise<void> {
  const carried = useSite.getState().config ? undefined : carriedHere().config
  const [config] = await Promise.all([carried ?? readConfig(), readSession()])
  if (config) useSite.setState({ config })
}

async function readConfig(): Promise<SiteConfig | undefined> {
  const reply = await patiently(siteCalls.config)
  return reply instanceof CallProblem ? undefined : reply.body
}

/** Reads the session again and shows it. Must be awaited after signing in or out. */
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

/** Shows the pages of the signed-in user. Resolves a waiting form. */
export function showSession(session: UserSession): void {
  const before = useSite.getState()
  useSite.setState({ session, sessionProblem: undefined, signedInNow: undefined })
  before.waiting?.(viewerOf({ session }) === viewerOf(before))
}

/** Applies a server's reply to the session at once. Does nothing when signed out. */
export function changeSession(change: (session: SignedInSession) => SignedInSession): void {
  useSite.setState(({ session }) => (session?.authenticated ? { session: change(session) } : {}))
}

/** Applies a reply with the account, and the user's changed name. */
export function takeAccount(account: Account, name?: string): void {
  changeSession((session) => {
    const { user } = session
    const email = account.contacts[0]?.email ?? user.email
    return { ...session, account, user: { ...user, email, name: name ?? user.name } }
  })
}

/** Returns the viewer's ID: data read for one user is never shown to the next. */
export function viewerOf({ session }: Pick<Site, 'session'>): string | undefined {
  return session?.authenticated ? session.user.id : undefined
}

drawnFor(() => viewerOf(useSite.getState()))

/** Makes a call up to three times, because the server may be restarting. */
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
