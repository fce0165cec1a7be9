import { insertDeclaration, storeSettled } from '#server/business/declarations/declaration.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { TestApp } from '#support/test-app.ts'

/** A pending cancellation by an unknown declarer, for the operator. */
export async function waitingDeclaration({ services }: TestApp, id: string): Promise<void> {
  await inTransaction(services.database.db, async (trx) => {
    await insertDeclaration(trx, {
      id,
      kind: 'cancellation',
      receivedAt: services.clock.now(),
      name: 'Nobody Known',
      email: 'nobody.known@example.org',
      cancellation: 'ordinary',
      language: 'en',
    })
    await storeSettled(trx, id, { outcome: 'operator', settled_at: services.clock.now() })
  })
}
