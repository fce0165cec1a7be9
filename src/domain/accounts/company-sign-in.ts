import { asciiHost, emailKey, isEmail } from './contact.ts'

/** Days after which the DNS record of a domain is looked up again. */
export const lookUpAgainDays = 7

/** Maximum duration of a session opened by company sign-in, in milliseconds. */
export const companySessionMs = 12 * 60 * 60_000

/** Interval in which a session's refresh token is tried, in milliseconds: below an hour, with room for a late run. */
export const refreshAgainMs = 50 * 60_000

type IssuerFault = 'issuer-invalid' | 'issuer-of-all-tenants'

/**
 * Returns a typed issuer without the path of its configuration document, or why it cannot be one. Microsoft's addresses
 * for all tenants would let anyone with a Microsoft account vouch for any address.
 */
export function readIssuer(typed: string): { issuer: string } | { fault: IssuerFault } {
  const issuer = typed.trim().replace(/\/\.well-known\/openid-configuration$/, '')
  const parts = /^https?:\/\/([^/?#@]+)(\/[^?#]*)?$/i.exec(issuer)
  if (!parts) return { fault: 'issuer-invalid' }
  const [, host = '', path = ''] = parts
  const isMicrosoft = /(?:^|\.)(?:login\.microsoftonline\.com|login\.microsoft\.com)$/i.test(host)
  const isForAll = /^\/(?:common|organizations|consumers)(?:\/|$)/i.test(path) || /[{}]|%7b/i.test(path)
  return isMicrosoft && (isForAll || path.length < 2) ? { fault: 'issuer-of-all-tenants' } : { issuer }
}

/** What a provider says about a person; anything may be in it. */
export type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the address that a provider vouches for, as `emailKey`; undefined for none in `domain`. The domain is proven
 * and the provider its owner's, so a missing `email_verified` is no fault, but `false` is. Microsoft lets users edit
 * `email`: there the sign-in name counts, and `email` only where marked as verified. Google vouches for a company's
 * users by `hd`.
 */
export function vouchedAddress(issuer: string, claims: Claims, domain: string): string | undefined {
  if (isIssuerOf(issuer, 'accounts.google.com') && claims.hd !== domain) return undefined
  const isMicrosoft = isIssuerOf(issuer, 'login.microsoftonline.com')
  const isMarked = isTrue(claims.email_verified) || isTrue(claims.xms_edov)
  const isDenied = claims.email_verified !== undefined && !isTrue(claims.email_verified)
  const named = isMicrosoft
    ? [claims.preferred_username, isMarked ? claims.email : undefined]
    : [isDenied ? undefined : claims.email]
  return named
    .filter((one): one is string => typeof one === 'string' && isEmail(one))
    .map(emailKey)
    .find((key) => domainOf(key) === domain)
}

/** Returns the name of a person as one line of up to 100 characters; before the "@" of their address without one. */
export function vouchedName({ name, given_name, family_name }: Claims, email: string): string {
  const whole = [given_name, family_name].filter((part) => typeof part === 'string').join(' ')
  for (const one of [name, whole]) if (typeof one === 'string' && oneLine(one) !== '') return oneLine(one)
  return email.split('@')[0] ?? ''
}

/** Returns the domain of an address in canonical form; undefined without one. */
export function domainOf(email: string): string | undefined {
  const host = email.trim().split('@')[1]
  return host === undefined ? undefined : asciiHost(host)
}

function isIssuerOf(issuer: string, host: string): boolean {
  return issuer === `https://${host}` || issuer.startsWith(`https://${host}/`)
}

/** Some providers send it as text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1'
}

function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(line).slice(0, 100).join('').trim()
}
