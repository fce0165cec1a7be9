import type { UserFault } from '#domain/team/team.ts'
import { m } from '#messages/generated/messages.js'

/** What is wrong with a user's name and address, in words, and at which of the two it is said. */
export function userFault(
  fault: UserFault | 'taken' | undefined,
  { name, email }: { name: string; email: string },
): { readonly name?: string; readonly email?: string } {
  if (fault === undefined) return {}
  if (fault === 'taken') return { email: m.users_contact_taken({ email: email.trim() }) }
  const field = fault === 'user-fields-missing' && name.trim() === '' ? 'name' : 'email'
  return { [field]: sentences[fault]() }
}

const sentences: Record<UserFault, () => string> = {
  'user-fields-missing': m.field_user_fields_missing,
  'user-email-invalid': m.field_user_email_invalid,
  'user-email-confirmed': m.field_user_email_confirmed,
  'user-twice': m.field_user_twice,
}
