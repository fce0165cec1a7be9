import type { Selectable } from 'kysely'
import { demoAccounts } from '#server/front/demo/demo-logins.ts'
import { seedDemo } from '#server/front/demo/seed-demo.ts'
import { giveRecoveryCodes } from '#server/identity/two-factor/recovery-codes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { cookieName } from '#server/platform/http/cookies.ts'
import { openForTests } from './open-for-tests.ts'
import { giveTotp } from './stored/second-factors.ts'
import { storeSession } from './stored/sessions.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const person = (role: 'admin' | 'expired') => {
  const found = demoAccounts
    .flatMap(({ id, people }) => people.map((one) => ({ ...one, accountId: id })))
    .find(({ email }) => email.startsWith(`${role}@`))
  if (!found) throw new Error(`the demo has no ${role}`)
  return found
}

/** The admin of the demo's people: id, email and password. */
export const theAdmin = person('admin')
/** The owner of an account whose trial is over. */
export const expiredOwner = person('expired')

/** An account with several users, none of whom signs in during admin tests. */
export const teamAccountId = '00000000-0000-4000-8000-000000000002'

/** Settings of a site that sells: not a demo, so the admin needs a second factor. */
export const sellingSite = {
  DEMO: '0',
  BASE_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'videos@example.org',
}

/** Returns a browser with the signed-in admin, with a second factor unless stated otherwise; the demo's users exist. */
export async function signedInAdmin(
  site: TestApp,
  { secondFactor = true }: { secondFactor?: boolean } = {},
): Promise<TestClient> {
  await seedDemo(site.services)
  if (secondFactor) await giveTotp(site.db, theAdmin.userId, site.clock.real())
  return browserOf(site, theAdmin.userId)
}

/** The same for all tests of a file. */
export function testAdmin(site: TestApp, options?: Parameters<typeof signedInAdmin>[1]): TestClient {
  return openForTests(() => signedInAdmin(site, options))
}

/** Gives the admin new recovery codes, each of which is a second factor once. */
export function adminRecoveryCodes({ services, db }: TestApp): Promise<readonly string[]> {
  return inTransaction(db, (trx) => giveRecoveryCodes(trx, services, theAdmin.userId))
}

/** Returns a browser with a signed-in user of the demo. */
export async function browserOf(site: TestApp, userId: string): Promise<TestClient> {
  const { services, clock } = site
  const token = services.random.token()
  await storeSession(services.database.db, { userId, token, at: clock.real(), minutes: 30 })
  const browser = site.client()
  browser.cookies.set(cookieName(services.config, 'session'), token)
  return browser
}

/** The entries of the audit log, oldest first. */
export function auditOf({
  services,
}: Pick<TestApp, 'services'>): Promise<Selectable<Tables['audit_entry']>[]> {
  return services.database.db.selectFrom('audit_entry').selectAll().orderBy('position').execute()
}
