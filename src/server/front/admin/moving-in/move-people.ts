import { purgeUnused } from '#server/business/own-data/purge-account.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'
import { addPerson } from './add-person.ts'
import { type FoundCard, findCards } from './find-cards.ts'
import { keepPeople, undecidedAccounts, whyKept } from './imported-people.store.ts'
import { movePeopleJob } from './move-people-job.ts'
import { customersInUse } from './moved-cards.store.ts'
import {
  addressesInUse,
  forgetRow,
  lockImport,
  moveImport,
  refuseRow,
  rowsBeingImported,
  waitingPeople,
} from './people-import.store.ts'
import { takeOverSome } from './take-over-cards.ts'

/** How long after its beginning an import can be undone. */
export const undoableMs = 86_400_000

/** People of one transaction: a crash loses no more. */
const atOnce = 25
/** People who are removed by the same statements. */
const removedAtOnce = 250

/** Registers the worker that imports people, and undoes imports. */
export async function startMovingIn(services: Services): Promise<void> {
  await services.queue.work<{ id: string }>(movePeopleJob, ({ id }) => movePeople(services, id))
}

/**
 * Continues an import or its undoing, part by part, to its end. Repeating it is harmless: what was done is gone from the
 * rows that wait. Fails while the process stops, so that the next one continues.
 */
export async function movePeople(services: Services, id: string): Promise<void> {
  let more = true
  while (more) {
    if (services.stopping.aborted) throw new Error('an import of people was interrupted')
    // of a list that is not being imported no row waits, and nobody is asked about a card while anything is locked
    const cards = await findCards(services, await rowsBeingImported(services.database.db, id, atOnce))
    more = await inTransaction(services.database.db, async (trx) => {
      const list = await lockImport(trx, id)
      if (list?.state === 'running') return addSome(trx, services, { id, file: list.file, cards })
      if (list?.state === 'undoing') return removeSome(trx, services, id)
      const endedAt = list?.state === 'done' ? list.oldEndedAt : null
      return endedAt !== null && takeOverSome(trx, services, { id, endedAt, atOnce })
    })
  }
}

async function addSome(
  trx: Trx,
  services: Services,
  { id, file, cards }: { id: string; file: string; cards: ReadonlyMap<number, FoundCard> },
): Promise<boolean> {
  const rows = await waitingPeople(trx, id, atOnce)
  if (rows.length === 0) {
    await moveImport(trx, { id, from: 'running', to: 'done' })
    return false
  }
  const keys = rows.map(({ person }) => person.emailKey)
  for (const key of keys.toSorted()) await lockAddress(trx, key)
  const inUse = await addressesInUse(trx, keys)
  const customers = await customersInUse(
    trx,
    rows.flatMap(({ person }) => (person.card ? [person.card.customer] : [])),
  )
  for (const { row, person } of rows) {
    const found = cards.get(row)
    // read between the look-up and the lock: its turn comes with the next part
    if (person.card && !found) continue
    const isTaken = inUse.has(person.emailKey)
    const isLinked = person.card && customers.has(person.card.customer)
    const fault = isTaken
      ? 'email-taken'
      : isLinked
        ? 'customer-taken'
        : typeof found === 'string'
          ? found
          : undefined
    if (fault) await refuseRow(trx, { id, row, fault })
    else {
      const card = typeof found === 'string' ? undefined : found
      await addPerson(trx, services, person, { importId: id, file, card })
      await forgetRow(trx, id, row)
    }
  }
  return true
}

async function removeSome(trx: Trx, services: Services, id: string): Promise<boolean> {
  const accounts = await undecidedAccounts(trx, id, removedAtOnce)
  if (accounts.length === 0) {
    await moveImport(trx, { id, from: 'undoing', to: 'undone' })
    return false
  }
  const byReason = Map.groupBy(await whyKept(trx, accounts), ({ reason }) => reason)
  for (const [reason, people] of byReason) {
    const ids = people.map(({ accountId }) => accountId)
    if (reason) await keepPeople(trx, ids, reason)
    else await purgeUnused(trx, services, ids)
  }
  return true
}
