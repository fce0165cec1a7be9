import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { LookFields } from '#contract/desk/look-calls.ts'
import type { Video } from '#contract/library/library.ts'
import { heroOf } from '#contract/library/poster.ts'
import { textVersions } from '#server/front/documents/fill-text.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { confirmContactMail } from '#server/platform/mail/templates/contacts.ts'
import { auditOf, sellingSite, signedInAdmin, theAdmin } from '#support/admin.ts'
import { someConfig } from '#support/some-site.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let admin: TestClient
const site = testApp({ settings: sellingSite })
beforeAll(async () => {
  admin = await signedInAdmin(site)
})
const { password } = theAdmin
const folder = () => site.services.config.siteFolder
beforeEach(async () => {
  rmSync(folder(), { recursive: true, force: true })
  await site.services.siteFiles.refresh()
  if ((await shown()).source === 'desk') await save(null)
})

const filed = `# ours

name: Filed # by hand
social:
  - { name: Mastodon, url: https://social.example.org/@kayak }
navigation:
  - { text: Courses, to: /content }
`
const shown = async () => (await admin.call(calls.lookAtDesk)).body
const visitors = async () => (await site.client().call(calls.config)).body
async function save(
  text: string | null,
  change?: Partial<LookFields>,
  base?: Awaited<ReturnType<typeof shown>>,
) {
  const { version, fileDigest, fields } = base ?? (await shown())
  return admin.call(calls.saveLook, {
    body: { text, ...(change && { fields: { ...fields, ...change } }), version, fileDigest, password },
  })
}

test('a form changes what it has in the text, and nothing else', async () => {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), 'site.yaml'), filed)
  await site.services.siteFiles.refresh()
  const { text, fields, source } = await shown()
  expect(source).toBe('file')
  expect(fields.navigation).toEqual([{ text: { en: 'Courses', de: 'Courses' }, to: '/content' }])
  const link = { text: { en: 'Blog', de: 'Notizen' }, to: 'https://blog.example.org/' }
  const reply = await save(text, { name: 'Kayak School', hue: '#0a58ca', footer: [link] })
  expect(reply.status).toBe(200)
  const saved = await shown()
  expect(saved.text).toBe(
    `${filed.replace('Filed', 'Kayak School')}hue: "#0a58ca"\nfooter:\n  - text:\n      en: Blog\n      de: Notizen\n    to: https://blog.example.org/\n`,
  )
  expect(await visitors()).toMatchObject({
    productName: 'Kayak School',
    footer: [link],
    navigation: [{ to: '/content' }],
    social: [{ name: 'Mastodon' }],
  })
  expect((await auditOf(site)).at(-1)).toMatchObject({ action: 'look-saved', target: 'site.yaml' })
  await save(saved.text, { name: '', hue: '', footer: [] })
  expect((await shown()).text).toBe(filed.replace('name: Filed # by hand\n', ''))
})

test('greeting and signature are in the next mail, and a name is never a pattern', async () => {
  await save('', {
    greeting: { en: 'Hi {{name}}!', de: 'Moin {{name}}!' },
    signature: { en: 'See you\nRobin <robin>', de: 'Bis bald\nRobin' },
  })
  const { config } = site.services
  const mail = (name: string, language: 'en' | 'de') =>
    renderMail(
      confirmContactMail({ name, email: 'ada@example.org', code: 'a-code' }, config, language),
      config,
    )
  expect(mail('Ada $& B', 'de').text).toMatch(/^Moin Ada \$& B!\n/)
  expect(mail('Ada', 'de').text).toContain('\n\nBis bald\nRobin\n\n')
  expect(mail('', 'en').text).toMatch(/^Hello,\n/)
  expect(mail('Ada', 'en').html).toContain('See you<br>Robin &lt;robin&gt;')
  await save(null)
  expect(mail('Ada', 'en').text).toMatch(/^Hello Ada,\n/)
  expect(mail('Ada', 'en').text).not.toContain('See you')
})

test.each<[string, Partial<LookFields>, string[]]>([
  ['a grey', { hue: '#888888' }, ['hue']],
  ['a colour that is none', { hue: 'red;}body{}' }, ['hue']],
  [
    'a link with a script',
    { footer: [{ text: { en: 'x', de: 'x' }, to: 'javascript:alert(1)' }] },
    ['footer', '0', 'to'],
  ],
  [
    'a link to another host',
    { navigation: [{ text: { en: 'x', de: 'x' }, to: '//e.example' }] },
    ['navigation', '0', 'to'],
  ],
  [
    'a link without text',
    { navigation: [{ text: { en: '', de: '' }, to: '/a' }] },
    ['navigation', '0', 'text'],
  ],
  ['a greeting without name', { greeting: { en: 'Hello', de: 'Hallo' } }, ['mails', 'greeting']],
  [
    'a signature of nine lines',
    { signature: { en: 'a\n'.repeat(9).concat('a'), de: '' } },
    ['mails', 'signature'],
  ],
])('%s is refused at its field, and nothing changes', async (_, change, path) => {
  const before = await shown()
  const { mistakes, colours } = (
    await admin.call(calls.draftLook, { body: { text: '', fields: { ...before.fields, ...change } } })
  ).body
  expect(mistakes.map((mistake) => mistake.path.slice(0, path.length))).toContainEqual(path)
  expect(colours).toBeNull()
  const { status, problem } = await save('', change)
  expect([status, problem?.errors?.text]).toEqual([422, expect.stringMatching(/^site\.yaml:\d+: /)])
  expect(await shown()).toEqual(before)
})

const video = (id: string, free: boolean): Video => ({
  id,
  title: id,
  description: '',
  durationSeconds: 60,
  publishedOn: '2026-11-01',
  categoryId: 'hooks',
  tags: [],
  versions: [],
  free,
  hasCaptions: false,
})

test('the chosen film is at the top of the landing page while it is free', async () => {
  await save('heroFilm: second\n')
  const shownWith = (free: boolean) => {
    const videos = [video('first', true), video('second', free)]
    const placeOf = new Map([
      ['first', 0],
      ['second', 1],
    ])
    const { library, siteFiles } = site.services
    const catalogue = { ...library.catalogue, videos, placeOf }
    const [text] = textVersions({ site: someConfig, files: siteFiles.current, catalogue }, 'landing', 'en')
    return text && heroOf(text)?.id
  }
  expect([shownWith(true), shownWith(false)]).toEqual(['second', 'first'])
})

test('colours are previewed in both themes', async () => {
  const { body } = await admin.call(calls.draftLook, { body: { text: 'hue: 250\n' } })
  expect(body.colours).toMatchObject({
    light: { accent: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    dark: { page: expect.stringMatching(/^#[0-9a-f]{6}$/) },
  })
})

test('an embed that a text needs is not taken away', async () => {
  await save('embeds: [https://player.example.org]\n')
  const params = { page: 'about' } as const
  const words = (await admin.call(calls.wordsOfPage, { params })).body
  const texts = { en: '# Me\n\n![Talk](https://player.example.org/1)\n', de: '' }
  const { version, fileDigest } = words
  await admin.call(calls.saveWords, { params, body: { texts, version, fileDigest, password } })
  expect((await save('')).problem?.errors?.text).toContain('en/about.md:3: ')
  await admin.call(calls.saveWords, {
    params,
    body: { texts: null, version: version + 1, fileDigest, password },
  })
  expect((await save('')).status).toBe(200)
})

test('two admins: the second is told, and a former version is restored', async () => {
  const base = await shown()
  await save('name: One\n')
  expect((await save('name: Other\n', undefined, base)).problem?.code).toBe('version-conflict')
  await save('name: Two\n')
  const { versions } = await shown()
  await save(versions[1]?.text ?? null)
  expect((await visitors()).productName).toBe('One')
})
