import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldMessageKey } from '#contract/problems.ts'
import { checkPassword, type PasswordFault } from '#domain/accounts/password.ts'
import { Problem, refuseRegistration } from '#server/platform/runtime/problem.ts'

/** Whose password it will be, and where: the words that somebody would try first. */
type Known = { readonly productName: string; readonly emails: readonly string[] }

/**
 * What is wrong with a password that somebody chooses: the rule of `domain/accounts/password.ts`, and two that only the server
 * asks, since a browser should not load 90 KB for them. It is not one of the most common ones, and not made of nothing
 * but the site's name, or the part before the @ of the own address, with digits and signs around. (NIST SP 800-63B)
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

/** The same as the answer to a call whose field is `password`. */
export function refuseNewPassword(password: string, known: Known): Problem | undefined {
  const fault = checkNewPassword(password, known)
  return fault && new Problem('invalid', { fields: { password: fieldMessageKey(fault) } })
}

/**
 * 422 `invalid` for a form in which somebody becomes a user by address and password: the `faults` of its fields by the
 * rules of `domain`, and what is wrong with the password.
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

/** A name as one word, and the words that it has, if they are long enough to mean something. */
function wordsOf(name: string): string[] {
  const parts = lettersOf(name.replace(/[^\p{L}]+/gu, ' ')).split(' ')
  return [parts.join(''), ...parts].filter((word) => word.length >= shortestWord)
}

const shortestWord = 4

/** Whether all letters of a password are one of the words, once or repeated. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const letters = lettersOf(password).replace(/[^\p{L}]+/gu, '')
  return words.some((word) => letters !== '' && letters.replaceAll(word, '') === '')
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

/**
 * Whether a password is one of the 10,000 most common ones that are long enough to be chosen at all; upper and lower case
 * are one. Source and licence of the list: its head, and decisions/081-passwords-and-sessions.md.
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
