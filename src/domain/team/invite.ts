import { checkRegistration, type RegistrationFault, type RegistrationForm } from '#domain/accounts/account.ts'
import { asciiHost, emailKey } from '#domain/accounts/contact.ts'

/** How many links of one account may work at once. */
export const mostInvites = 20

/** What decides whether an invite link still works. */
export type InviteState = {
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly uses: number
  /** Null: limited only by the seats. */
  readonly maxUses: number | null
}

/** Whether a link still works at `now`: not revoked, not expired, not used up. */
export function inviteWorks({ expiresAt, revokedAt, uses, maxUses }: InviteState, now: Date): boolean {
  return revokedAt === null && now < expiresAt && (maxUses === null || uses < maxUses)
}

/**
 * The mail domain of a link, from what somebody typed: "@Example.org " is example.org. Null if nothing was typed, which
 * invites every address; undefined if it is not a domain.
 */
export function inviteDomain(text: string | undefined): string | null | undefined {
  const host = (text ?? '').trim().replace(/^@/, '')
  return host === '' ? null : asciiHost(host)
}

/**
 * Whether an address may join by a link for `domain` (null: any). The domain has to match exactly: a subdomain may
 * belong to somebody else.
 */
export function isInvited(email: string, domain: string | null): boolean {
  return domain === null || emailKey(email).split('@')[1] === domain
}

export type JoiningForm = Omit<RegistrationForm, 'couponCode'>
type JoiningFault = RegistrationFault | 'email-other-domain'
export type JoiningFaults = Partial<Record<keyof JoiningForm, JoiningFault>>

/**
 * What is wrong with the form of somebody who joins by a link for `domain`: the rules of registration (product.md
 * section 5), and an address of that domain. Browser and server ask this same function.
 */
export function checkJoining(form: JoiningForm, domain: string | null): JoiningFaults {
  const { couponCode: _, ...faults } = checkRegistration(form)
  if (faults.email || isInvited(form.email, domain)) return faults
  return { ...faults, email: 'email-other-domain' }
}
