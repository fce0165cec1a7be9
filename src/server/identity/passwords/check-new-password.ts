import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldMessageKey } from '#contract/problems.ts'
import { checkPassword, type PasswordFault } from '#domain/accounts/password.ts'
import { Problem, refuseRegistration } from '#server/platform/runtime/problem.ts'

/** Words that an attacker would try first: the site's name and the user's addresses. */
type Known = { readonly productName: string; readonly emails: readonly string[] }

/**
 * Returns the fault of a new password: the rule of `domain/accounts/password.ts`, and two that only the server checks,
 * because browsers should not load 90 KB for them. It must not be among the most common ones, and not consist of the
 * site's name, or the local part of the user's address, with digits and punctuation around. (NIST SP 800-63B)
 */
export function checkNewPassword(
  password: string,
  { productName, emails }: Known,
): PasswordFault | 'password-common' | 'password-guessable' | undefined {
  const fault = checkPassword(password)
  if (fault) return fault
  if (isCommonPassword(password)) return 'password-common'
  const localParts = emails.map((email) => email.split('@')[0] ?? '')
  return isMadeOf(password, [productName, ...localParts].flatMap(wordsOf)) ? 'password-guessable' : undefined
}

/** The same as a reply about the field `password`. */
export function refuseNewPassword(password: string, known: Known): Problem | undefined {
  const fault = checkNewPassword(password, known)
  return fault && new Problem('invalid', { fields: { password: fieldMessageKey(fault) } })
}

/**
 * 422 `invalid` for a form that creates a user with address and password: the `faults` of its fields by the rules of
 * `domain`, and that of the password.
 */
export function refuseFormWithPassword(
  { productName }: Pick<Known, 'productName'>,
  { email, password }: { readonly email: string; readonly password: string },
  faults: Readonly<Record<string, string>>,
): Problem | undefined {
  const fault = checkNewPassword(password, { productName, emails: [email] })
  const all = { ...faults, ...(fault && { password: fault }) }
  return Object.keys(all).length > 0 ? refuseRegistration(all) : undefined
}

/** Returns a name as one word, and its single words if long enough to be significant. */
function wordsOf(name: string): string[] {
  const parts = lettersOf(name.replace(/[^\p{L}]+/gu, ' ')).split(' ')
  return [parts.join(''), ...parts].filter((word) => word.length >= shortestWord)
}

const shortestWord = 4

/** Returns whether all letters of a password form one of the words, once or repeated. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const letters = lettersOf(password).replace(/[^\p{L}]+/gu, '')
  return words.some((word) => letters !== '' && letters.replaceAll(word, '') === '')
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

/**
 * Returns whether a password is among the 10,000 most common ones of the permitted length, ignoring case. Source and
 * licence of the list: its header, and decisions/081-passwords-and-sessions.md.
 */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= readList()
  return commonPasswords.has(password.toLowerCase())
}

let commonPasswords: ReadonlySet<string> | undefined

function readList(): ReadonlySet<string> {
  const text = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  const [, list = ''] = text.split('\n---\n')
  return new Set(list.trimEnd().split('\n'))
}
