import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { languages } from '#domain/language.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { auditOf, sellingSite, testAdmin, theAdmin } from '#support/admin.ts'
import { mailsTo } from '#support/mails.ts'
import { testApp } from '#support/test-app.ts'
import { mailSamples } from './mail-samples.ts'

const site = testApp({ settings: sellingSite })
const admin = testAdmin(site)
const params = { key: 'billing.trial-ends', language: 'de' } as const

test('every mail of a template is among them', async () => {
  const folder = new URL('../../../platform/mail/templates/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts'))
  const mails = await Promise.all(
    files.map(async (name) => Object.keys(await import(new URL(name, folder).href))),
  )
  const shown = new Set([...mailSamples.keys()].map((key) => key.split('.')[0]))
  const missing = mails.flat().filter((name) => name.endsWith('Mail') && !shown.has(name.slice(0, -4)))
  expect(missing).toEqual([])
})

test.each([...mailSamples])('%s is written in full, and leads to this site alone', (_, { sample }) => {
  const { config } = site.services
  const written = languages.map((language) => renderMail(sample(config, language), config))
  for (const { subject, text, html } of written) {
    expect(`${subject} ${text} ${html}`).not.toMatch(/undefined|\[object|NaN|Invalid Date|\{\w+\}/)
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    expect(links.filter((address) => !address?.startsWith(`${config.baseUrl.origin}/`))).toEqual([])
  }
  const [en, de] = written
  expect(en?.subject).not.toBe('')
  expect(en?.text).not.toBe(de?.text)
})

test('a mail is shown with subject and text, and as HTML that runs and loads nothing in a frame of this site', async () => {
  const { mails } = (await admin.call(calls.mailSamples)).body
  expect(mails.find(({ key }) => key === params.key)).toMatchObject({ topic: 'contracts' })
  const { body } = await admin.call(calls.mailSample, { params })
  expect(body.subject).toContain('Testzeitraum')
  const reply = await admin.call(calls.mailSampleHtml, { params })
  expect(reply.text).toContain('<html lang="de">')
  expect(reply.headers).toMatchObject({
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'private, no-store',
  })
  const unknown = { ...params, key: 'constructor' }
  for (const call of [calls.mailSample, calls.mailSampleHtml])
    expect((await admin.call(call, { params: unknown })).status).toBe(404)
})

test('only the document of its page may show the frame', async () => {
  const policyOf = async (path: string) =>
    (await site.client().fetch('GET', path, { headers: { accept: 'text/html' } })).headers[
      'content-security-policy'
    ]
  expect(await policyOf('/admin/messages/templates')).toContain("frame-src 'self';")
  expect(await policyOf('/admin/messages')).not.toContain('frame-src')
})

test('one goes to the admin alone, with a password, and is no mail that could be sent again', async () => {
  const send = (password: string) =>
    admin.call(calls.sendMailSample, { body: { key: 'resetPassword', language: 'en', password } })
  expect((await send('wrong')).problem?.code).toBe('wrong-password')
  expect((await send(theAdmin.password)).status).toBe(200)
  const [mail] = await mailsTo(site, theAdmin.email)
  expect(mail?.subject).toContain('password')
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'mail-sample-sent', target: 'resetPassword' })
  const { mails } = (await admin.call(calls.mailQueue, { query: {} })).body
  expect(mails).toMatchObject([{ maySendAgain: false, mayGoElsewhere: false }])
})
