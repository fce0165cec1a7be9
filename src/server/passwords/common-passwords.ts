import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
