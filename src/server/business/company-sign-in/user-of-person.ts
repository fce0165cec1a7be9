import type { CompanyProblem } from '#contract/accounts/company-calls.ts'
import { vouchedAddress, vouchedName } from '#domain/accounts/company-sign-in.ts'
import type { Language } from '#domain/language.ts'
import { lockAccount } from '#server/business/team/invite.store.ts'
import { hasSeatLeft } from '#server/business/team/read-invitation.ts'
import { beginAnew } from '#server/business/team/team.store.ts'
import {
  confirmContactRow,
  disownAddress,
  removeOtherSignInMethods,
} from '#server/identity/accounts/confirmation.store.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { findConfirmedContact, lockAddress } from '#server/identity/accounts/registration.store.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import type { Proof } from '#server/identity/sessions/sessions.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CompanyPerson } from '#server/platform/outside/company-provider.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type CompanyRow, findCompany } from './company.store.ts'
import {
  findUserOfPerson,
  findUsersWithAddress,
  insertCompanyUser,
  insertIdentity,
  readSeats,
} from './company-user.store.ts'

type Found = { readonly userId: string }

/**
 * Returns the user of a person of a company's provider: by issuer and subject, whatever their address is now. At their
 * first sign-in it is the user of this account with an address that the provider vouches for, who is then linked, else a
 * new user within the free seats. Never a user of another account, a removed one, the owner, or somebody who signs in as
 * another person: then the problem is returned.
 */
export function userOfPerson(
  services: Services,
  company: CompanyRow,
  person: CompanyPerson,
  language: Language,
): Promise<Found | CompanyProblem> {
  const { accountId, domain } = company
  const address = vouchedAddress(person.issuer, person.claims, domain)
  return inTransaction(services.database.db, async (trx) => {
    // in the lock order: addresses, then the account
    if (address !== undefined) await lockAddress(trx, address)
    await lockAccount(trx, accountId)
    const current = await findCompany(trx, company.id)
    if (!isOn(current)) return 'company-unknown'
    const known = await findUserOfPerson(trx, { accountId, ...person })
    if (known) return known.removed ? 'company-removed' : known.role === 'owner' ? 'company-owner' : known
    if (address === undefined) return 'company-other-domain'
    const taken = await findConfirmedContact(trx, address)
    if (taken && taken.accountId !== accountId) return 'company-elsewhere'
    return linkOrAdd(trx, services, { accountId, person, address, language })
  })
}

type Newcomer = {
  readonly accountId: string
  readonly person: CompanyPerson
  readonly address: string
  readonly language: Language
}

async function linkOrAdd(trx: Trx, services: Services, newcomer: Newcomer): Promise<Found | CompanyProblem> {
  const { accountId, address, person } = newcomer
  const { clock } = services
  const holders = await findUsersWithAddress(trx, { accountId, emailKey: address })
  // somebody added another's address to their own: it is not theirs before it is confirmed
  const user = holders.find(({ isConfirmed, isPrimary }) => isConfirmed || isPrimary)
  if (user?.role === 'owner') return 'company-owner'
  if (user?.removed) return 'company-removed'
  const found = user ?? (await addUser(trx, services, newcomer))
  if (typeof found === 'string') return found
  const { userId } = found
  const { issuer, subject } = person
  if (!(await insertIdentity(trx, { accountId, issuer, subject, userId, now: clock.real() })))
    return 'company-other-person'
  if (user && !user.isConfirmed) {
    // a password or key of theirs may be a stranger's choice
    await beginAnew(trx, userId)
    await removeOtherSignInMethods(trx, { userId, contactId: user.contactId })
    await deleteSessionsOf(trx, userId)
    await confirmContactRow(trx, user.contactId, { now: clock.now(), real: clock.real() })
  }
  await disownAddress(trx, { emailKey: address, userId })
  return { userId }
}

/** Adds a user within the free seats. */
async function addUser(
  trx: Trx,
  services: Services,
  { accountId, person, address, language }: Newcomer,
): Promise<Found | CompanyProblem> {
  const { clock, random } = services
  if (!hasSeatLeft(services, await readSeats(trx, accountId))) return 'company-no-seat'
  const userId = random.id()
  await insertCompanyUser(trx, {
    accountId,
    userId,
    contactId: random.id(),
    name: vouchedName(person.claims, address),
    emailKey: address,
    language,
    now: clock.now(),
  })
  await countAccountChange(trx, accountId)
  return { userId }
}

/** The person is still that user, who is not removed, and the company still signs in. */
export const isStillPerson =
  ({ id, accountId }: CompanyRow, person: CompanyPerson, userId: string): Proof =>
  async (trx) => {
    const user = await findUserOfPerson(trx, { accountId, ...person })
    return (
      user?.userId === userId && !user.removed && user.role !== 'owner' && isOn(await findCompany(trx, id))
    )
  }

function isOn(company: CompanyRow | undefined): boolean {
  return company !== undefined && company.provenAt !== null && company.triedAt !== null
}
