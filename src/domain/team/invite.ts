import { checkRegistration, type RegistrationFault, type RegistrationForm } from '#domain/accounts/account.ts'
import { asciiHost, emailKey } from '#domain/accounts/contact.ts'

/** Maximum valid links per account. */
export const mostInvites = 20

/** The state that decides whether an invite link is valid. */
export type InviteState = {
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly uses: number
  /** Null: limited only by the seats. */
  readonly maxUses: number | null
}

/** Whether a link is valid at `now`: not revoked, expired or used up. */
export function inviteWorks({ expiresAt, revokedAt, uses, maxUses }: InviteState, now: Date): boolean {
  return revokedAt === null && now < expiresAt && (maxUses === null || uses < maxUses)
}

/**
 * Parses a typed mail domain: "@Example.org " is example.org. Null for empty text, which admits every address; undefined
 * for an invalid domain.
 */
export function inviteDomain(text: string | undefined): string | null | undefined {
  const host = (text ?? '').trim().replace(/^@/, '')
  return host === '' ? null : asciiHost(host)
}

/**
 * Whether an address may join by a link for `domain` (null: any). The domain must match exactly: a subdomain may have
 * another owner.
 */
export function isInvited(email: string, domain: string | null): boolean {
  return domain === null || emailKey(email).split('@')[1] === domain
}

export type JoiningForm = Omit<RegistrationForm, 'couponCode'>
type JoiningFault = RegistrationFault | 'email-other-domain'
export type JoiningFaults = Partial<Record<keyof JoiningForm, JoiningFault>>

/**
 * Checks the form for joining by a link for `domain`: the rules of registration (product.md section 5), and an address of
 * that domain. Used by browser and server.
 */
export function checkJoining(form: JoiningForm, domain: string | null): JoiningFaults {
  const { couponCode: _, ...faults } = checkRegistration(form)
  if (faults.email || isInvited(form.email, domain)) return faults
  return { ...faults, email: 'email-other-domain' }
}
