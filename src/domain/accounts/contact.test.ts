import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#support/rounds.ts'
import { asciiHost, canonicalEmail, emailKey, isEmail, pendingUntil, personKey } from './contact.ts'

describe('an e-mail address', () => {
  it.each([
    'x@y.z',
    'ada@example.org',
    'Ada.Lovelace+films@Mail.Example.CO.UK',
    "o'neil_1@sub-domain.example.com",
    'ada@müller.de',
    'a@xn--mller-kva.de',
    'A@MÜLLER.DE',
    'a@ПОЧТА.рф',
    `${'a'.repeat(64)}@example.org`,
    'ada@mail.1.de',
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(8)}`,
    // 254 characters in ASCII form
    `a@${`${'b'.repeat(52)}ü.`.repeat(4)}${'c'.repeat(8)}`,
  ])('may be %s', (email) => {
    expect(isEmail(email)).toBe(true)
  })

  it.each([
    ['no at sign', 'ada.example.org'],
    ['two at signs', 'ada@home@example.org'],
    ['a second host behind the first', 'ada@example.org@home'],
    ['a list', 'a@x.de,b@y.de'],
    ['a list with a semicolon', 'a@x.de;b@y.de'],
    ['a header', 'a@x.de\r\nBcc: b@y.de'],
    ['a line break at the end', 'a@x.de\n'],
    ['a null character', 'a\u0000@x.de'],
    ['a quoted local part', '"a b"@x.de'],
    ['a space', 'a b@x.de'],
    ['a space around', ' a@x.de'],
    ['a display name', 'Ada <ada@x.de>'],
    ['a comment', 'ada(home)@x.de'],
    ['a relay route', 'ada%x.de@relay.example'],
    ['a bang path', 'relay!ada@x.de'],
    ['letters that fold to others', 'a\u212Ada@x.de'],
    ['a host that folds to another', 'ada@\u212Aelvin.de'],
    ['a host in decomposed letters', 'ada@mu\u0308ller.de'],
    ['no local part', '@x.de'],
    ['no host', 'ada@'],
    ['a host without a dot', 'ada@localhost'],
    ['an empty label', 'ada@x..de'],
    ['a dot at the end', 'ada@x.de.'],
    ['dots in a row', 'a..b@x.de'],
    ['a leading dot', '.a@x.de'],
    ['an address of a machine', 'ada@127.0.0.1'],
    ['a number for a top-level domain', 'ada@x.de.1'],
    ['a literal address', 'ada@[127.0.0.1]'],
    ['a leading hyphen in the host', 'ada@-x.de'],
    ['65 characters before the at sign', `${'a'.repeat(65)}@x.de`],
    [
      '255 characters',
      `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(9)}`,
    ],
    ['255 characters as it is sent', `a@${`${'b'.repeat(52)}ü.`.repeat(4)}${'c'.repeat(9)}`],
    [
      '255 characters as it was typed, one of which is not sent',
      `a@x\uFE00${`${'b'.repeat(61)}.`.repeat(4)}ccc`,
    ],
    ['punycode of nothing', 'a@xn--ab-.de'],
    ['a label too long in ASCII', `ada@${'ü'.repeat(60)}.de`],
    ['a letter that stands for words with spaces between them', 'ada@\uFDFA.de'],
    ['a number for a machine', 'ada@x.0x7f'],
    ['an address of a machine in another script', 'ada@müller.0x7f'],
    ['nothing', ''],
  ])('is not %s', (_, email) => {
    expect(isEmail(email)).toBe(false)
  })

  it('never contains characters that a mail header or a recipient list is built of', () => {
    const characters = fc.oneof(
      fc.constantFrom(...'abcdefghij'),
      fc.constantFrom(...' ,;<>"()\\:[]\r\n\t\0@%!'),
    )
    const words = fc.string({ unit: characters, minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(words, words, (local, host) => {
        const email = `${local}@${host}.de`
        if (isEmail(email)) expect(email).not.toMatch(/[\s,;<>"()\\:[\]%!\p{Cc}]/u)
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('the form in which an address is stored and sent to', () => {
  it.each([
    [' Ada@Example.ORG ', 'Ada@example.org'],
    ['Ada@müller.de', 'Ada@xn--mller-kva.de'],
    ['ada@XN--MLLER-KVA.de', 'ada@xn--mller-kva.de'],
    ['ada@MÜLLER.DE', 'ada@xn--mller-kva.de'],
    ['ada@ΜΑΪΟΣ.GR', 'ada@xn--mxavkq7a.gr'],
    ['ada@straße.de', 'ada@xn--strae-oqa.de'],
    ['ada@日本語.jp', 'ada@xn--wgv71a119e.jp'],
    ['no host', 'no host'],
    [' no host ', 'no host'],
    ['ada@X.de@home', 'ada@X.de@home'],
    ['ada@müller.de/films', 'ada@müller.de/films'],
    ['ada@müller', 'ada@müller'],
  ])('of %s is %s', (typed, stored) => {
    expect(canonicalEmail(typed)).toBe(stored)
    expect(canonicalEmail(stored)).toBe(stored)
  })
})

describe('a host', () => {
  it.each([
    'ｍüller.de',
    'mü\uFE00ller.de',
    '𝔪üller.de',
    'mü𝓁ler.de',
    'MüLLER.DE',
    'MÜLLER.de',
    'xn--mller-kva.de',
  ])('in the spelling %s is the one of "müller.de"', (host) =>
    expect(asciiHost(host)).toBe('xn--mller-kva.de'),
  )

  it('has one form, whatever its spelling', () => {
    const letters = fc.constantFrom(...'aZ0-.üßﬁｍ𝔪日\u0301\uFE00\u200D٣')
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), (host) => {
        const ascii = asciiHost(`${host}.de`)
        if (ascii === undefined) return
        expect(ascii).toMatch(/^[a-z0-9.-]+$/)
        expect(asciiHost(ascii)).toBe(ascii)
        expect(emailKey(`ada@${host}.de`)).toBe(`ada@${ascii}`)
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('two addresses', () => {
  it('are the same whatever their capitals', () => {
    expect(emailKey(' Ada@Example.ORG ')).toBe('ada@example.org')
  })

  it('differ in letters that only look alike', () => {
    expect(emailKey('mi\u212Ae@example.org')).not.toBe(emailKey('mike@example.org'))
  })
})

describe('one person', () => {
  it.each([
    ['a+1@x.de', 'a@x.de'],
    ['A+anything+more@X.de', 'a@x.de'],
    ['a.b.c@gmail.com', 'abc@gmail.com'],
    ['a.bc+trial@googlemail.com', 'abc@gmail.com'],
    ['a.b@x.de', 'a.b@x.de'],
    ['+a@x.de', '+a@x.de'],
    ['ada@ｍüller.de', 'ada@xn--mller-kva.de'],
    ['a.da@ｇmail.com', 'ada@gmail.com'],
    ['ＡＤＡ+1＠x.de', 'ada@x.de'],
    ['mi\u212Ae@x.de', 'mike@x.de'],
    ['nobody', 'nobody@'],
  ])('writes as %s and is %s', (email, key) => {
    expect(personKey(email)).toBe(key)
  })
})

describe('a contact that was not confirmed', () => {
  it('expires seven days after it was added', () => {
    expect(pendingUntil(new Date('2026-11-21T10:00:00Z'))).toEqual(new Date('2026-11-28T10:00:00Z'))
  })
})
