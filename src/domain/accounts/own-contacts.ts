/** A contact of a user among their others. */
export type OwnContact = { readonly id: string; readonly primary: boolean; readonly confirmed: boolean }

/**
 * Whether a user may remove one of their contacts: not the primary one, which receives their mails, and never the last
 * confirmed one, without which nobody could sign in any more.
 */
export function isRemovable(contact: OwnContact, contacts: readonly OwnContact[]): boolean {
  if (contact.primary) return false
  return !contact.confirmed || contacts.some((other) => other.confirmed && other.id !== contact.id)
}
