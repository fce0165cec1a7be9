import { describe, expect, test } from 'vitest'
import type { DeletionScope } from '#domain/accounts/deletion.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { deletedMail, deletionRequestedMail, deletionTakenBackMail } from './deletion.ts'

const sender = { productName: 'Films', baseUrl: new URL('https://films.example.org') }
const asked = { name: 'Ada', day: '2026-12-05' }
const endings: DeletionScope[] = ['own-account', 'account-of-others', 'own-user']

describe('a mail about a requested deletion', () => {
  test('says when, in subject and text, and links to its revocation', () => {
    const mail = deletionRequestedMail({ ...asked, scope: 'own-account' }, sender, 'en')
    const { subject, text, html } = renderMail(mail, sender)
    expect(subject).toBe('Your account at Films will be deleted on 5. December, 2026')
    expect(text).toMatch(/^Hello Ada,\n/)
    expect(text).toContain('It will be deleted on 5. December, 2026')
    expect(text).toContain('Keep my account: https://films.example.org/account/profile#own-data')
    expect(html).toContain('href="https://films.example.org/account/profile#own-data"')
  })

  test('is German in German', () => {
    const mail = deletionRequestedMail({ ...asked, scope: 'own-user' }, sender, 'de')
    const { subject, text } = renderMail(mail, sender)
    expect(subject).toBe('Ihr Konto bei Films wird am 5. Dezember 2026 gelöscht')
    expect(text).toContain('Am 5. Dezember 2026 werden Ihr Zugang')
    expect(text).toContain('Konto behalten: ')
  })

  test('offers only the owner what only the owner can do', () => {
    const mail = deletionRequestedMail({ ...asked, scope: 'account-of-others' }, sender, 'en')
    expect(mail).toMatchObject({
      button: 'Open my profile',
      note: 'Only the owner of the account can take this back.',
    })
  })
})

test.each(['en', 'de'] as const)('each scope has its text (%s)', (locale) => {
  const texts = endings.flatMap((scope) => [
    deletionRequestedMail({ ...asked, scope }, sender, locale).text,
    deletionTakenBackMail({ name: 'Ada', scope }, sender, locale).text,
    deletedMail({ scope }, sender, locale).text,
  ])
  expect(new Set(texts).size).toBe(9)
  for (const text of texts) expect(text).toContain('Films')
})

test.each(endings)('the last mail has no name (%s)', (scope) => {
  const { subject, text, html } = renderMail(deletedMail({ scope }, sender, 'en'), sender)
  expect(text).toMatch(/^Hello,\n/)
  expect(subject + text + html).not.toContain('Ada')
})
