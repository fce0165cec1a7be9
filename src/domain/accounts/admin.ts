import { checkRegistration, type RegistrationFaults, type RegistrationForm } from './account.ts'

/** Validity of the command line's link (real time). */
export const adminLinkMinutes = 15

/** What the command line's link permits. */
export type AdminLinkPurpose = 'new-admin' | 'new-password'

/** Returns what a link permits now; nothing if an admin was created after the command was run without `again`. */
export function adminLinkPurpose(
  link: { readonly again: boolean },
  adminExists: boolean,
): AdminLinkPurpose | undefined {
  if (!adminExists) return 'new-admin'
  return link.again ? 'new-password' : undefined
}

/** The form for creating the admin. */
export type AdminForm = Pick<RegistrationForm, 'name' | 'email' | 'password' | 'passwordConfirmation'>

/** The rules of registration without the agreement to the terms: they are the admin's own. */
export function checkAdminForm({
  name,
  email,
  password,
  passwordConfirmation,
}: AdminForm): RegistrationFaults {
  return checkRegistration({
    name,
    email,
    password,
    // mutant `passwordConfirmation !== undefined → true`: what is left out is undefined to that form
    ...(passwordConfirmation !== undefined && { passwordConfirmation }),
    termsAccepted: true,
  })
}

/**
 * Whether a user must set up a second factor before using the admin's calls: always for the admin, except in the demo,
 * whose passwords are public. The guard checks this on each of the admin's calls. The user's own pages, where it is set
 * up, stay accessible.
 */
export function needsSecondFactor({
  admin,
  demo,
  secondFactorOn,
}: {
  readonly admin: boolean
  readonly demo: boolean
  readonly secondFactorOn: boolean
}): boolean {
  return admin && !demo && !secondFactorOn
}
