import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** A contact that matches the search, with its user. */
export type FoundContact = {
  readonly id: string
  readonly accountId: string
  readonly role: 'owner' | 'manager' | 'user'
  readonly name: string
  readonly email: string
  /** The email in the form in which emails are compared. */
  readonly emailKey: string
}

/** The search text, normalised like names and like emails: in lower case. */
export type Sought = { readonly name: string; readonly email: string }

/**
 * Returns contacts whose user's name, or whose email, starts with the text, the first `limit` of each. They are read
 * from the index in order. For a prefix condition PostgreSQL would estimate few rows, fetch all of them from all over
 * the table, and sort them.
 */
export async function contactsBeginning(
  { db }: Pick<Database, 'db'>,
  sought: Sought,
  limit: number,
): Promise<FoundContact[]> {
  const find: Find = (column, part, most) => {
    const { table, key, kept } = column
    const rows = sql`select * from ${table} where ${key} >= ${part} and ${kept} order by ${key} limit ${most}`
    return people(db, column, sql`select * from (${rows}) as following where starts_with(${key}, ${part})`)
  }
  const found = await Promise.all([find(nameColumn, sought.name, limit), byEmail(find, sought, limit)])
  return found.flat()
}

/**
 * Returns contacts that contain the text in name or email, but not at the beginning: any `limit` of them by name, and
 * by email only where those are fewer. Frequent texts are found in the first rows; only rare ones are searched by
 * trigrams, whose index lists all matches before the first is known. PostgreSQL cannot distinguish the two, and would
 * scan a million rows for a text without a match. `materialized` prevents that: the plan assumes that all of `few` are
 * wanted, and uses the index.
 */
export async function contactsContaining(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  sought: Sought,
  limit: number,
): Promise<FoundContact[]> {
  const find: Find = (column, part, most) => {
    const { table, key, kept, joined } = column
    const within = sql`${key} like ${`%${plain(part)}%`} and ${key} not like ${`${plain(part)}%`} and ${kept}`
    // mutant `kind === 'embedded' → true`: the same rows, at another cost
    // mutant `kind === 'embedded' → false`: the same rows, at another cost
    if (kind === 'embedded')
      return people(db, column, sql`select * from ${table} where ${within} limit ${most}`)
    // mutant `${joined} like ${`%${plain(joinedBy(part))}%`} → (${joined} like ${`%${plain(joinedBy(part))}%`} or true)`: the same rows, at another cost
    const byTrigrams = sql`${joined} like ${`%${plain(joinedBy(part))}%`} and ${within}`
    // mutant `>= → >`: the limit has been read, and any so many will do
    const isFull = sql`(select count(*) from many) >= ${most}`
    return people(
      db,
      column,
      sql`(
        with many as materialized
            (select * from (select * from ${table} limit ${firstRows}) as first where ${within} limit ${most}),
          few as materialized (select * from ${table} where ${byTrigrams} and not ${isFull})
        select * from many where ${isFull} union all (select * from few limit ${most}))`,
    )
  }
  const named = await find(nameColumn, sought.name, limit)
  return named.length >= limit ? named : [...named, ...(await byEmail(find, sought, limit))]
}

/** As many rows as are read in some milliseconds: what one of twenty-five has is found in them. */
// mutant `2_500 → 2501`: about as many
const firstRows = 2_500

/** A searched column, as expressed in its indexes. */
type Column = {
  readonly table: RawBuilder<unknown>
  readonly key: RawBuilder<string>
  /** The same reduced to letters and digits, for the trigrams. */
  readonly joined: RawBuilder<string>
  readonly kept: RawBuilder<boolean>
  /** Joins the table's rows to contacts and users. */
  readonly people: RawBuilder<unknown>
}

const nameColumn: Column = {
  table: sql`account_user`,
  key: sql`lower(name) collate "C"`,
  joined: sql`translate(lower(name), ' @.-_+''', 'ƿȝƕƨƽƅʒ') collate "C"`,
  kept: sql`removed_at is null`,
  people: sql`found as person join contact on contact.user_id = person.id`,
}
const emailColumn: Column = {
  table: sql`contact`,
  key: sql`email_key collate "C"`,
  joined: sql`translate(email_key, ' @.-_+''', 'ƿȝƕƨƽƅʒ') collate "C"`,
  kept: sql`true`,
  people: sql`found as contact join account_user as person on person.id = contact.user_id`,
}

const signs = " @.-_+'"
const letters = [...'ƿȝƕƨƽƅʒ']

/** Applies the reduction of `joined`. */
function joinedBy(part: string): string {
  // mutant `letters[signs.indexOf(sign)] ?? sign → letters[signs.indexOf(sign)]`: the same rows, at another cost
  return [...part].map((sign) => letters[signs.indexOf(sign)] ?? sign).join('')
}

type Person = FoundContact & { readonly removed: boolean }

/** Searches one column: a condition on both names and emails, which are in two tables, would use no index. */
type Find = (column: Column, part: string, most: number) => Promise<Person[]>

/** By email, without removed users, who keep their contact. */
async function byEmail(find: Find, { email }: Sought, limit: number): Promise<FoundContact[]> {
  // mutant `2 → 3`: at most one more step
  for (let most = limit; ; most *= 2) {
    const some = await find(emailColumn, email, most)
    const present = some.filter(({ removed }) => !removed)
    if (some.length < most || present.length >= limit) return present
  }
}

/** Returns the contacts of the rows that a query finds. */
async function people(db: Db, column: Column, found: RawBuilder<unknown>): Promise<Person[]> {
  const { rows } = await sql<Person>`
    with found as materialized (${found})
    select contact.id, contact.account_id as "accountId", contact.email, contact.email_key as "emailKey", person.role,
      person.name, person.removed_at is not null as removed
    from ${column.people}`.execute(db)
  return rows
}

/** Escapes LIKE wildcards. */
function plain(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
