import { checkRegistration, type RegistrationFaults, type RegistrationForm } from './account.ts'

/** How long the link works that the command line prints (real time). */
export const adminLinkMinutes = 15

/** What somebody who opens the link of the command line may do with it. */
export type AdminLinkPurpose = 'new-admin' | 'new-password'

/**
 * What a link is good for, given whether there is an admin by now: nothing, where somebody became the admin since the
 * command was asked and it was not asked to let them in `again`.
 */
export function adminLinkPurpose(
  link: { readonly again: boolean },
  adminExists: boolean,
): AdminLinkPurpose | undefined {
  if (!adminExists) return 'new-admin'
  return link.again ? 'new-password' : undefined
}

/** What whoever becomes the admin fills in. */
export type AdminForm = Pick<RegistrationForm, 'name' | 'email' | 'password' | 'passwordConfirmation'>

/** The rules of registering, for somebody who agrees to no terms: they are their own. */
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
    ...(passwordConfirmation !== undefined && { passwordConfirmation }),
    termsAccepted: true,
  })
}

/**
 * Whether somebody has to set a second factor up before they may do what only the admin may: mandatory for the admin
 * but in the demo, whose passwords are public anyway. The guard asks it of each of the admin's calls. Until then they may
 * reach their own pages, where it is set up.
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
