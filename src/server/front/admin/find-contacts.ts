import { asciiHost, emailKey } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  contactsBeginning,
  contactsContaining,
  type FoundContact,
  type Sought,
} from './find-contacts.store.ts'

/** Maximum number of results. */
export const maxContacts = 100

/** Shorter texts are contained in too many names and emails for an index: then only prefixes are searched. */
const minLengthWithin = 3

/**
 * Finds contacts by a part of their email or of their user's name, ignoring case (product.md section 2, Account
 * search): exact matches first, then prefixes, then the rest, by name; with one or two characters prefixes only. Each
 * has the id of its view: an owner's the account's, other users' their contact's. Empty for an empty query.
 */
export const findContacts: UseCase<'findContacts', 'database'> = async (services, { body }) => {
  const contacts = await searchContacts(services, body.query)
  return {
    status: 200,
    body: {
      contacts: contacts.slice(0, maxContacts).map(({ id, accountId, role, name, email }) => ({
        id: role === 'owner' ? accountId : id,
        name,
        email,
      })),
      errorMessage: contacts.length > maxContacts ? m.admin_account_more({ count: maxContacts }) : null,
    },
  }
}

/** Returns what `findContacts` finds, in its order; more than `maxContacts` where there are more. */
export async function searchContacts(
  { database }: Pick<Services, 'database'>,
  text: string,
): Promise<readonly FoundContact[]> {
  const query = text.trim()
  const sought = { name: query.toLowerCase(), email: emailPart(query) }
  const found = new Map<string, FoundContact>()
  const note = (contacts: readonly FoundContact[]) => {
    for (const contact of contacts) found.set(contact.id, contact)
  }
  if (query !== '') {
    note(await contactsBeginning(database, sought, maxContacts + 1))
    if (found.size <= maxContacts && [...query].length >= minLengthWithin)
      note(await contactsContaining(database, sought, maxContacts + 1))
  }
  return [...found.values()]
    .map((contact) => ({ ...contact, rank: rankOf(contact, sought) }))
    .toSorted((one, other) => one.rank - other.rank || byName(one, other))
}

/** Normalises a part of an email like stored ones: a host, or the beginning of one up to a dot, in ASCII. */
function emailPart(query: string): string {
  const begin = query.lastIndexOf('@') + 1
  const host = query.slice(begin)
  const ascii = asciiHost(host) ?? asciiHost(`${host}.x`)?.slice(0, -'.x'.length)
  return emailKey(query.slice(0, begin) + (ascii ?? host))
}

function rankOf({ name, emailKey: key }: FoundContact, sought: Sought): number {
  const pairs = [
    [name.toLowerCase(), sought.name],
    [key, sought.email],
  ] as const
  if (pairs.some(([text, part]) => text === part)) return 0
  return pairs.some(([text, part]) => text.startsWith(part)) ? 1 : 2
}

function byName(one: FoundContact, other: FoundContact): number {
  return compare(one.name, other.name) || compare(one.email, other.email)
}

const { compare } = new Intl.Collator()
