import type { calls } from '#contract/calls.ts'
import { asciiHost, emailKey } from '#domain/accounts/contact.ts'
import { m } from '#messages/generated/messages.js'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  contactsBeginning,
  contactsContaining,
  type FoundContact,
  type Sought,
} from './find-contacts.store.ts'

/** More than so many are not looked through by anybody. */
const mostContacts = 100

/** Fewer letters than this are in too many names and emails to be found by an index: then only what begins so is looked for. */
const fewestWithin = 3

/**
 * Contacts by a part of their email or of their user's name, without case (product.md section 2, Account search): what is
 * the very name or email first, then what begins so, then the rest, by name; by one or two letters only what begins so. Each has the id that leads to the right
 * view: an owner's the account's, anybody else's their contact's. Nobody for an empty query.
 */
export async function findContacts(
  { database }: Pick<Services, 'database'>,
  { body }: Pick<CallContext<typeof calls.findContacts>, 'body'>,
): Promise<CallAnswer<typeof calls.findContacts>> {
  const query = body.query.trim()
  const sought = { name: query.toLowerCase(), email: emailPart(query) }
  const found = new Map<string, FoundContact>()
  const note = (contacts: readonly FoundContact[]) => {
    for (const contact of contacts) found.set(contact.id, contact)
  }
  if (query !== '') {
    note(await contactsBeginning(database, sought, mostContacts + 1))
    if (found.size <= mostContacts && [...query].length >= fewestWithin)
      note(await contactsContaining(database, sought, mostContacts + 1))
  }
  const contacts = [...found.values()]
    .map((contact) => ({ ...contact, rank: rankOf(contact, sought) }))
    .toSorted((one, other) => one.rank - other.rank || byName(one, other))
  return {
    status: 200,
    body: {
      contacts: contacts.slice(0, mostContacts).map(({ id, accountId, role, name, email }) => ({
        id: role === 'owner' ? accountId : id,
        name,
        email,
      })),
      errorMessage: contacts.length > mostContacts ? m.admin_account_more({ count: mostContacts }) : null,
    },
  }
}

/** A part of an email as they are stored: where it names a host, or the beginning of one up to a dot, that in ASCII. */
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
