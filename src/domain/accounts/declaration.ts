import { isDay } from '#domain/dates.ts'
import { isEmail } from './contact.ts'

/** The form for cancelling a contract or withdrawing from it. */
export type DeclarationForm = {
  readonly name: string
  readonly email: string
  /** For a cancellation. */
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
 * Returns the missing fields of a declaration. The law limits which may be required (German Civil Code, sections 312k and
 * 356a): an extraordinary cancellation needs a reason; an end date is not before `today` (`YYYY-MM-DD`).
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

/** Whether two names are of the same person: case, accents, spaces and word order are ignored ("LOVELACE, Ada"). */
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
