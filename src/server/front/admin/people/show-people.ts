import type { FoundBy, PersonRow } from '#contract/desk/people.ts'
import { rangeOf } from '#domain/page-size.ts'
import { maxContacts, searchContacts } from '#server/front/admin/find-contacts.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { accountsNamed } from './find-account.store.ts'
import { countPeople, type Look, peopleIds, readPeople } from './people.store.ts'

type Needs = Pick<Services, 'clock' | 'config' | 'database'>

/** `GET /api/admin/people`: a page of accounts. */
export const showPeople: UseCase<'people', Needs> = async (
  services,
  { query: { search, page, ...filter } },
) => {
  const { db } = services.database
  const look = lookOf(services)
  const found = await searched(services, search)
  const conditions = { ...filter, among: found && [...found.by.keys()] }
  const count = await countPeople(db, conditions, look)
  const ids = await peopleIds(db, conditions, look, { ...filter, ...rangeOf(page) })
  const people = (await readPeople(db, ids, look)).map((row) => ({
    ...inReply(row),
    foundBy: found?.by.get(row.accountId),
  }))
  return { status: 200, body: { count, more: found?.more ?? false, people } }
}

/** Returns the accounts of a search, with what they were found by; undefined without a search. */
export async function searched(
  services: Pick<Services, 'database'>,
  search: string | undefined,
): Promise<{ readonly by: ReadonlyMap<string, FoundBy>; readonly more: boolean } | undefined> {
  if (!search?.trim()) return undefined
  const contacts = await searchContacts(services, search)
  const named = await accountsNamed(services.database.db, search, maxContacts + 1)
  const by = new Map<string, FoundBy>(
    contacts.slice(0, maxContacts).map(({ accountId }) => [accountId, 'contact']),
  )
  // a whole number means more than a name with these digits
  for (const { accountId, foundBy } of named.slice(0, maxContacts)) by.set(accountId, foundBy)
  return { by, more: contacts.length > maxContacts || named.length > maxContacts }
}

/** The moment at which accounts are looked at. */
export function lookOf({ clock, config }: Pick<Services, 'clock' | 'config'>): Look {
  return { now: clock.now(), graceDays: config.graceDays }
}

function inReply({
  trouble,
  since,
  until,
  pausedFrom,
  lastSeenAt,
  ...row
}: Awaited<ReturnType<typeof readPeople>>[number]): PersonRow {
  return {
    ...row,
    payment: trouble ? 'trouble' : 'ok',
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    ...(pausedFrom && { pausedFrom: pausedFrom.toISOString() }),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }
}
