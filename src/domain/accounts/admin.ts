import { checkRegistration, type RegistrationFaults, type RegistrationForm } from './account.ts'

/** How long the command line's link works (real time). */
export const adminLinkMinutes = 15

/** What the command line's link permits. */
export type AdminLinkPurpose = 'new-admin' | 'new-password'

/**
 * What a link permits, given whether there is an admin by now: nothing, if somebody became the admin since the command
 * was run and it was run without `again`.
 */
export function adminLinkPurpose(
  link: { readonly again: boolean },
  adminExists: boolean,
): AdminLinkPurpose | undefined {
  if (!adminExists) return 'new-admin'
  return link.again ? 'new-password' : undefined
}

/** The form that creates the admin. */
export type AdminForm = Pick<RegistrationForm, 'name' | 'email' | 'password' | 'passwordConfirmation'>

/** The rules of registration without the agreement to the terms, which are the admin's own. */
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
 * Whether a user has to set up a second factor before doing what only the admin may do: mandatory for the admin except
 * in the demo, whose passwords are public anyway. The guard checks this for each of the admin's calls. Until then they
 * can reach their own pages, where it is set up.
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
