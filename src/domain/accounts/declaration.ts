import { isDay } from '#domain/dates.ts'
import { isEmail } from './contact.ts'

/** What a consumer fills in to cancel a contract or to withdraw from it. */
export type DeclarationForm = {
  readonly name: string
  readonly email: string
  /** Of a cancellation. */
  readonly kind?: 'ordinary' | 'extraordinary'
  readonly reason?: string | undefined
  /** `YYYY-MM-DD`; absent: as soon as possible. */
  readonly endsOn?: string | undefined
}

export type DeclarationFault =
  | 'name-missing'
  | 'email-missing'
  | 'email-invalid'
  | 'reason-missing'
  | 'day-invalid'
  | 'day-past'

export type DeclarationFaults = Partial<Record<'name' | 'email' | 'reason' | 'endsOn', DeclarationFault>>

/**
 * What is missing in a declaration; the law limits what may be asked (German Civil Code, sections 312k and 356a). An
 * extraordinary cancellation states its reason; the end date is not before `today` (`YYYY-MM-DD`).
 */
export function checkDeclaration(form: DeclarationForm, today: string): DeclarationFaults {
  const email = form.email.trim()
  const day = form.endsOn === undefined ? undefined : checkDay(form.endsOn, today)
  return {
    ...(form.name.trim() === '' && { name: 'name-missing' }),
    ...(email === '' ? { email: 'email-missing' } : !isEmail(email) && { email: 'email-invalid' }),
    ...(form.kind === 'extraordinary' && !form.reason?.trim() && { reason: 'reason-missing' }),
    ...(day && { endsOn: day }),
  }
}

/**
 * Whether two people have the same name, however they wrote it: letter case, accents, spaces and the order of the words
 * do not count ("LOVELACE, Ada").
 */
export function isSameName(one: string, other: string): boolean {
  if (nameKey(one) === '') return false
  return nameKey(one) === nameKey(other) || wordsKey(one) === wordsKey(other)
}

function wordsKey(name: string): string {
  return name
    .split(/[\s,;]+/)
    .map(nameKey)
    .filter(Boolean)
    .toSorted()
    .join(' ')
}

function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function checkDay(day: string, today: string): DeclarationFault | undefined {
  if (!isDay(day)) return 'day-invalid'
  return day < today ? 'day-past' : undefined
}
