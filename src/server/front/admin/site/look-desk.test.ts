import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { LookFields } from '#contract/desk/look-calls.ts'
import type { Video } from '#contract/library/library.ts'
import { heroOf } from '#contract/library/poster.ts'
import { textVersions } from '#server/front/documents/fill-text.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { confirmContactMail } from '#server/platform/mail/templates/contacts.ts'
import { deskDocuments } from '#server/platform/site/desk-documents.ts'
import { addDocuments } from '#server/platform/site/site-document.store.ts'
import { openSiteFiles } from '#server/platform/site-files/site-files.ts'
import { auditOf, sellingSite, testAdmin, theAdmin } from '#support/admin.ts'
import { someConfig } from '#support/some-site.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: sellingSite })
const admin = testAdmin(site)
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

describe('pictures', () => {
  type Pictures = { readonly logo?: string | null; readonly portrait?: string | null }
  const savePictures = async (pictures: Pictures) => {
    const { version, fileDigest, text } = await shown()
    return admin.call(calls.saveLook, { body: { text, ...pictures, version, fileDigest, password } })
  }
  const svg = (content: string, size = '400 100') =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">${content}</svg>`)
  const drawing = svg('<script>alert(1)</script><rect width="400" height="100" fill="#c00"/>')
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#0a0' } })
      .jpeg()
      .toBuffer()
  const served = (url = '') => site.app.inject({ url, headers: { host: site.services.config.baseUrl.host } })

  test('are drawn, shown with their size, restored and taken away', async () => {
    await save('name: Kayak School # ours\n')
    const portrait = (await photo(900, 600)).toString('base64')
    expect((await savePictures({ logo: drawing.toString('base64'), portrait })).status).toBe(200)
    const first = await visitors()
    expect(first.logoSize).toEqual({ width: 512, height: 128 })
    const logo = await served(first.logoUrl)
    expect([logo.headers['content-type'], (await sharp(logo.rawPayload).metadata()).format]).toEqual([
      'image/png',
      'png',
    ])
    const { width, height, format } = await sharp((await served(first.portraitUrl)).rawPayload).metadata()
    expect([width, height, format]).toEqual([336, 336, 'webp'])
    expect((await shown()).text).toMatch(
      /^name: Kayak School # ours\nlogo: pictures\/desk-\w+\.png\nportrait: desk-/,
    )
    expect((await auditOf(site)).at(-1)?.after).toMatch(/"logo":"desk-\w+\.png"/)
    await savePictures({ logo: null })
    const without = await visitors()
    expect([without.logoUrl, without.logoSize]).toEqual([undefined, undefined])
    expect(without.portraitUrl).toBe(first.portraitUrl)
    const { versions } = await shown()
    expect((await save(versions[1]?.text ?? null)).status).toBe(200)
    expect((await visitors()).logoUrl).toBe(first.logoUrl)
  })

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['HTML', () => Buffer.from('<html><svg></svg></html>')],
    [
      'a PNG cut off',
      async () =>
        (
          await sharp(await photo(200, 200))
            .png()
            .toBuffer()
        ).subarray(0, 60),
    ],
    ['a picture too small', () => photo(20, 20)],
    [
      'a GIF',
      async () =>
        sharp(await photo(200, 200))
          .gif()
          .toBuffer(),
    ],
    ['more pixels than a server has room for', () => svg('', '90000 90000')],
  ])('%s is refused, and nothing changes', async (_, bytes) => {
    const before = await shown()
    const { status, problem } = await savePictures({ logo: (await bytes()).toString('base64') })
    expect([status, problem?.errors?.logo]).toEqual([422, expect.any(String)])
    expect(await shown()).toEqual(before)
  })

  test('files of the server that an SVG names are not drawn', async () => {
    const place = mkdtempSync(join(tmpdir(), 'lectern-picture-'))
    const file = join(place, 'secret.png')
    await sharp(await photo(40, 40)).toFile(file)
    const images = [file, `file://${file}`].map((href) => `<image href="${href}" width="400" height="100"/>`)
    await savePictures({ logo: svg(images.join('')).toString('base64') })
    const { rawPayload } = await served((await visitors()).logoUrl)
    const alpha = await sharp(rawPayload).ensureAlpha().extractChannel('alpha').raw().toBuffer()
    expect(alpha.every((value) => value === 0)).toBe(true)
    rmSync(place, { recursive: true })
  })
})

test('a document that this release refuses gives way to the version before it, and is named with its line', async () => {
  const { services } = site
  await save('name: Good\n')
  const { version, fileDigest } = await shown()
  const add = (text: string, after: number) =>
    inTransaction(services.database.db, (trx) =>
      addDocuments(trx, [
        { name: 'site.yaml', version: version + after, text, file_digest: fileDigest, saved_at: new Date() },
      ]),
    )
  await add('name: Old\nfont: serif\n', 1)
  await add('name: Older\n\nfont: mono\n', 2)
  const started = await openSiteFiles({ folder: folder(), log: services.log })
  onTestFinished(() => started.close())
  await started.followDesk(deskDocuments(services.database))
  expect(started.current.look.name).toBe('Good')
  await services.siteFiles.refresh()
  expect((await site.app.inject({ url: '/api/health/ready' })).json().reasons).toContain(
    'the site files have mistakes (site.yaml line 3): the former ones stay',
  )
  // other documents are saved and shown meanwhile
  const words = { params: { page: 'about' } } as const
  const about = (await admin.call(calls.wordsOfPage, words)).body
  await admin.call(calls.saveWords, {
    ...words,
    body: { texts: { en: '# Me\n', de: '' }, version: about.version, fileDigest: about.fileDigest, password },
  })
  expect(services.siteFiles.current.texts.about.en?.heading).toBe('Me')
  expect((await shown()).text).toContain('font: mono')
  await save('name: Mended\n')
  expect(services.siteFiles.mistakes).toEqual([])
})
