/** One of a user's contacts. */
export type OwnContact = { readonly id: string; readonly primary: boolean; readonly confirmed: boolean }

/**
 * Whether a user may remove a contact: neither the primary one, which receives their mails, nor the last confirmed one,
 * without which they could not sign in.
 */
export function isRemovable(contact: OwnContact, contacts: readonly OwnContact[]): boolean {
  if (contact.primary) return false
  return !contact.confirmed || contacts.some((other) => other.confirmed && other.id !== contact.id)
}
