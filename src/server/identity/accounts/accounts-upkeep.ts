import { objectionDays, pendingContactDays } from '#domain/accounts/contact.ts'
import { daysBefore, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { deleteExpiredContacts } from './contact.store.ts'
import { deleteOldPasswordCodes } from './contact-code.store.ts'
import { deleteOldMoves } from './contact-move.store.ts'
import { deleteUnconfirmedAccounts } from './registration.store.ts'

export const accountsUpkeep: readonly UpkeepStep[] = [
  {
    // they expire after 7 days; until deleted, the link reports that it is too late
    name: 'delete-unconfirmed-accounts',
    every: 'hour',
    run: ({ database, clock }) => deleteUnconfirmedAccounts(database.db, daysBefore(clock.now(), 30)),
  },
  {
    name: 'delete-expired-contacts',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) =>
      deleteExpiredContacts(database.db, daysBefore(clock.now(), pendingContactDays)),
  },
  {
    // an objection stays among what waits for the admin until then
    name: 'delete-old-contact-moves',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteOldMoves(database.db, daysBefore(clock.now(), objectionDays)),
  },
  {
    name: 'delete-old-password-codes',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteOldPasswordCodes(database.db, daysBefore(clock.real(), 30)),
  },
]
