import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { accountIn, signedInOwner } from '#support/owners.ts'
import { registerIn, signIn } from '#support/people.ts'
import { newestAccountLanguage } from '#support/stored/accounts.ts'
import { testApp } from '#support/test-app.ts'
import { inLanguage } from './request-language.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })

describe('a reply is in the language of its request', () => {
  test.each([
    ['says nothing', '', {}, 'en'],
    ['has a browser that likes it best', '', { 'accept-language': 'de-AT,en;q=0.5' }, 'de'],
    ['comes from a browser where it was chosen', '', { cookie: 'lectern-language=de' }, 'de'],
    ['comes from a page in it', '', { 'x-language': 'de', cookie: 'lectern-language=en' }, 'de'],
    ['asks for it', '?lang=de', { 'x-language': 'en', cookie: 'lectern-language=en' }, 'de'],
    ['asks for one that nobody speaks', '?lang=fr', { 'accept-language': 'de' }, 'de'],
    ['asks for two', '?lang=de&lang=en', { 'accept-language': 'en' }, 'en'],
  ] as const)('that %s', async (_, query, headers, language) => {
    const reply = await site.client().fetch('GET', `/api/nope${query}`, { headers })
    expect(reply.headers['content-language']).toBe(language)
    expect(reply.problem?.detail).toBe(m.problem_not_found({}, { locale: language }))
  })

  test('also where a body was read before, and to fields', async () => {
    const { problem } = await site.client().call(calls.login, {
      body: { email: 'nobody@example.org', password: 'wrong' },
      headers: { 'x-language': 'de' },
    })
    expect(problem?.detail).toBe('E-Mail-Adresse oder Passwort stimmen nicht.')
    const unfit = await site.client().call(calls.login, { body: {}, headers: { 'x-language': 'de' } })
    expect(unfit.problem?.errors?.email).toBe('Dieser Wert ist ungültig.')
  })

  test('and a call with a query takes it beside', async () => {
    expect((await site.client().call(calls.videos, { query: { lang: 'de' } })).status).toBe(200)
  })
})

describe("an account's language", () => {
  test('applies if none was chosen in the browser', async () => {
    const owner = await signedInOwner(site, 'speaks-german@example.org')
    await owner.call(calls.changeLanguage, { body: { language: 'de' } })
    const other = site.client()
    await signIn(other, 'speaks-german@example.org')
    const languageOf = async (headers: Record<string, string> = {}) => {
      const document = await other.fetch('GET', '/faq', { headers: { accept: 'text/html', ...headers } })
      const problem = await other.fetch('GET', '/api/video/nope', { headers })
      return [/<html lang="(..)">/.exec(document.text)?.[1], problem.headers['content-language']]
    }
    expect(await languageOf({ 'accept-language': 'en' })).toEqual(['de', 'de'])
    other.cookies.set('lectern-language', 'en')
    expect(await languageOf({ 'accept-language': 'de' })).toEqual(['en', 'en'])
  })

  test('is at first that of the page of the registration', async () => {
    const browser = site.client()
    browser.cookies.set('lectern-language', 'de')
    await registerIn(site, browser, 'new-german@example.org')
    expect(await newestAccountLanguage(site.db)).toBe('de')
  })
})

describe('a choice', () => {
  test('is remembered in the browser for a year', async () => {
    const browser = site.client()
    const { status, headers } = await browser.call(calls.chooseLanguage, { body: { language: 'de' } })
    expect(status).toBe(200)
    expect(headers['set-cookie']).toBe(
      'lectern-language=de; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000',
    )
    expect((await browser.fetch('GET', '/api/nope')).headers['content-language']).toBe('de')
  })

  test("and in the signed-in user's account, wherever they choose", async () => {
    const owner = await signedInOwner(site, 'chooses@example.org')
    await owner.call(calls.chooseLanguage, { body: { language: 'de' } })
    expect((await accountIn(owner)).language).toBe('de')
    const { headers } = await owner.call(calls.changeLanguage, { body: { language: 'en' } })
    expect(String(headers['set-cookie'])).toContain('lectern-language=en')
  })

  test('is one of ours', async () => {
    const { status } = await site.client().call(calls.chooseLanguage, { body: { language: 'fr' } })
    expect(status).toBe(422)
  })
})

test("texts are rendered in their own language, whatever the request's", () => {
  expect(inLanguage('de', () => [getLocale(), inLanguage('en', getLocale), m.footer_imprint()])).toEqual([
    'de',
    'en',
    'Impressum',
  ])
  expect(getLocale()).toBe('en')
})
