import { inTransaction } from '#server/platform/database/transaction.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  accountExists,
  insertDemoAccount,
  insertDemoCoupon,
  insertDemoGoods,
  insertDemoVouchers,
} from './demo.store.ts'
import { demoAccounts, demoCoupon, demoVouchers } from './demo-logins.ts'

/** Creates the demo's users, coupon, vouchers and goods. Existing ones are unchanged. */
export async function seedDemo(
  services: Pick<Services, 'database' | 'clock' | 'random' | 'passwords'>,
): Promise<void> {
  const { database, clock, random } = services
  for (const account of demoAccounts) {
    if (await accountExists(database.db, account.id)) continue
    const passwordHashes = new Map<string, string>()
    for (const { userId, password } of account.people)
      passwordHashes.set(userId, await hashOf(services, password))
    await inTransaction(database.db, (trx) =>
      insertDemoAccount(trx, account, { passwordHashes, now: clock.now() }),
    )
  }
  await insertDemoCoupon(database.db, demoCoupon, clock.now())
  await insertDemoVouchers(database.db, demoVouchers, clock.now())
  await inTransaction(database.db, (trx) => insertDemoGoods(trx, clock.now(), random.id))
}

async function hashOf({ passwords }: Pick<Services, 'passwords'>, password: string): Promise<string> {
  const hash = await passwords.hash(password)
  if (hash instanceof Problem) throw new Error('Too many passwords are being hashed at the start of the demo')
  return hash
}
