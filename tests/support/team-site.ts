import { randomUUID } from 'node:crypto'
import { teamCalls } from '#contract/team/team-calls.ts'
import { confirmedIn, signIn } from './people.ts'
import { storeContact } from './stored/contacts.ts'
import { storeVideo } from './stored/library.ts'
import { personAt } from './stored/people.ts'
import { storeSubscription } from './stored/subscriptions.ts'
import type { TestApp } from './test-app.ts'
import type { Answer, TestClient } from './test-client.ts'

export type Team = {
  readonly accountId: string
  readonly ownerId: string
  readonly ownerEmail: string
  /** The owner's browser, signed in. */
  readonly owner: TestClient
}

let count = 0

/** An account with its owner signed in, and prepaid licences for a year. */
export async function teamWith(site: TestApp, licenses: number): Promise<Team> {
  count += 1
  const ownerEmail = `owner${count}@team${count}.example`
  const owner = site.client()
  await confirmedIn(site, owner, ownerEmail, { name: `Owner ${count}` })
  const { accountId, userId: ownerId } = await personAt(site.db, ownerEmail)
  const until = new Date(site.clock.now().getTime() + 365 * 86_400_000)
  await storeSubscription(site.db, accountId, { status: 'prepaid', until, licenseCount: licenses })
  const signedIn = await signIn(owner, ownerEmail)
  if (signedIn.status !== 200) throw new Error(`Signing in answered ${signedIn.status}: ${signedIn.text}`)
  return { accountId, ownerId, ownerEmail, owner }
}

/** A further user of an account; confirmed unless it says otherwise. Answers their id. */
export async function addUser(
  { services, clock }: TestApp,
  accountId: string,
  email: string,
  change: { name?: string; role?: 'manager' | 'user'; confirmed?: boolean; removed?: boolean } = {},
): Promise<string> {
  const { db } = services.database
  const [id, now] = [randomUUID(), clock.now()]
  await db
    .insertInto('account_user')
    .values({
      id,
      account_id: accountId,
      name: change.name ?? 'Somebody',
      role: change.role ?? 'user',
      created_at: now,
      ...(change.removed && {
        removed_at: now,
        forget_at: new Date(now.getTime() + 90 * 86_400_000),
      }),
    })
    .execute()
  const confirmedAt = change.confirmed === false ? null : now
  await storeContact(db, { accountId, userId: id }, { email, primary: true, confirmedAt }, now)
  return id
}

/** A video to have watched; it has left the catalogue, which needs the least. */
export async function addVideo({ services }: TestApp, id: string, durationSeconds = 100): Promise<void> {
  await storeVideo(services.database.db, id, { duration_seconds: durationSeconds })
}

/** The code of a link that the owner has just made. */
export async function inviteOf(
  { owner }: Pick<Team, 'owner'>,
  body: { domain?: string; days?: number; maxUses?: number } = {},
): Promise<string> {
  const before = (await owner.call(teamCalls.invites)).body.invites.map(({ url }) => url)
  const { status, body: reply, text } = await owner.call(teamCalls.addInvite, { body: { days: 30, ...body } })
  if (status !== 200) throw new Error(`Making an invite link answered ${status}: ${text}`)
  return codeIn(reply.invites.find(({ url }) => !before.includes(url))?.url ?? '')
}

export function codeIn(url: string): string {
  return /\/join\/([\w-]+)$/.exec(url)?.[1] ?? ''
}

/** The request of a joining user. */
export function joiningOf(code: string, email: string, change: Record<string, unknown> = {}) {
  return { code, name: 'Jo Joiner', email, password: 'jo likes films', termsAccepted: true, ...change }
}

export function joinIn(
  browser: TestClient,
  code: string,
  email: string,
  change: Record<string, unknown> = {},
): Promise<Answer<{ status: string; email: string }>> {
  return browser.call(teamCalls.join, { body: joiningOf(code, email, change) })
}
