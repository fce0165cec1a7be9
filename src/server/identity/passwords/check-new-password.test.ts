import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkNewPassword, isCommonPassword } from './check-new-password.ts'

const check = (password: string, emails = ['ada.lovelace@example.org'], productName = 'Lectern Academy') =>
  checkNewPassword(password, { productName, emails })

describe('a chosen password', () => {
  test.each([
    ['', 'password-missing'],
    ['short', 'password-too-short'],
    ['x'.repeat(129), 'password-too-long'],
    ['password1', 'password-common'],
    ['PassWord1', 'password-common'],
    ['12345678', 'password-common'],
    ['qwertyuiop', 'password-common'],
    ['lectern1', 'password-guessable'],
    ['Lectern-2026!', 'password-guessable'],
    ['LecternLectern', 'password-guessable'],
    ['lectern academy', 'password-guessable'],
    ['Academy2026', 'password-guessable'],
    ['ada.lovelace', 'password-guessable'],
    ['AdaLovelace1815', 'password-guessable'],
    ['lovelace99', 'password-guessable'],
    ['ｌｅｃｔｅｒｎ９９', 'password-guessable'],
    ['notes on the engine', undefined],
    ['lectern on the hill', undefined],
    ['ada lovelace wrote notes', undefined],
    ['🙂'.repeat(64), undefined],
    ['8 8 8 8 8 8 8', undefined],
  ])('%j: %s', (password, fault) => {
    expect(check(password)).toBe(fault)
  })

  test('may hold a word of an address or a name that is too short to mean anything', () => {
    expect(check('ada12345678', ['ada@example.org'])).toBeUndefined()
    expect(check('codecode99', ['x@example.org'], 'Code')).toBe('password-guessable')
  })

  test('is compared with every address of its owner', () => {
    expect(check('countess1815', ['ada@example.org', 'countess@example.org'])).toBe('password-guessable')
  })

  test('is unrestricted without name and address', () => {
    expect(check('engine notes', [], '')).toBeUndefined()
  })
})

describe('the list of common passwords', () => {
  const [head = '', list = ''] = readFileSync(
    join(import.meta.dirname, 'common-passwords.txt'),
    'utf8',
  ).split('\n---\n')
  const words = list.trimEnd().split('\n')

  test('has 10,000, sorted, in lower case, none too short to be chosen', () => {
    expect(words).toHaveLength(10_000)
    expect(words).toEqual([...new Set(words)].sort())
    for (const word of words) {
      expect(word).toBe(word.toLowerCase())
      expect(word.length).toBeGreaterThanOrEqual(8)
    }
  })

  test('has its source and licence', () => {
    expect(head).toContain('@zxcvbn-ts/language-common')
    expect(head).toContain('Permission is hereby granted, free of charge')
  })

  test('contains its first and its last word, and none that is not in it', () => {
    expect([words.at(0), words.at(-1)].map((word) => isCommonPassword(word ?? ''))).toEqual([true, true])
    expect(isCommonPassword('---')).toBe(false)
    expect(isCommonPassword('')).toBe(false)
  })
})
