import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Words } from '#contract/desk/word-calls.ts'
import type { TextName } from '#contract/site/site.ts'
import { deskDocuments } from '#server/platform/site/desk-documents.ts'
import { openSiteFiles } from '#server/platform/site-files/site-files.ts'
import { auditOf, browserOf, sellingSite, testAdmin, theAdmin } from '#support/admin.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: sellingSite })
const admin = testAdmin(site)
const { password } = theAdmin

const mine: Words = { en: '# Questions\n\n## Mine?\n\nYes.\n', de: '# Fragen\n\n## Meins?\n\nJa.\n' }
const path = (file: string) => join(site.services.config.siteFolder, file)
const writeFile = async (text: string, file = 'en/faq.md') => {
  mkdirSync(dirname(path(file)), { recursive: true })
  writeFileSync(path(file), text)
  await site.services.siteFiles.refresh()
}
beforeEach(async () => {
  rmSync(path(''), { recursive: true, force: true })
  await site.services.siteFiles.refresh()
  if ((await shown()).source === 'desk') await save(null)
})

const shown = async (page: TextName = 'faq') =>
  (await admin.call(calls.wordsOfPage, { params: { page } })).body
const draft = async (words: Partial<Words>, page: TextName = 'faq') =>
  (await admin.call(calls.draftWords, { params: { page }, body: { en: '', de: '', ...words } })).body
async function save(
  texts: Words | null,
  {
    page = 'faq',
    base,
    ...more
  }: { page?: TextName; base?: Awaited<ReturnType<typeof shown>>; password?: string } = {},
) {
  const { version, fileDigest } = base ?? (await shown(page))
  return admin.call(calls.saveWords, {
    params: { page },
    body: { texts, version, fileDigest, password, ...more },
  })
}
/** The heading that visitors read. */
const read = async (page: TextName = 'faq', language = 'en') => {
  const { body } = await site.client().call(calls.siteText, {
    params: { page },
    headers: { 'accept-language': language },
  })
  return body.versions[0]?.heading
}

test('a text that is saved is shown at once, also at another process, in both languages', async () => {
  const { services } = site
  const other = await openSiteFiles({ folder: services.config.siteFolder, log: services.log })
  onTestFinished(() => other.close())
  await other.followDesk(deskDocuments(services.database))
  const before = await shown()
  expect(before).toMatchObject({ source: 'product', fileDigest: null })
  expect(before.texts.en).toMatch(/^---\n|^# /)
  expect((await save(mine)).status).toBe(200)
  expect([await read(), await read('faq', 'de')]).toEqual(['Questions', 'Fragen'])
  await other.refresh()
  expect(other.current.texts.faq.de?.heading).toBe('Fragen')
  expect(other.current).toBe(other.current)
  const { source, texts, version } = await shown()
  expect([source, texts]).toEqual(['desk', mine])
  expect((await auditOf(site)).at(-1)).toMatchObject({
    action: 'words-saved',
    target: 'faq',
    after: `{"version":${version}}`,
  })
  const { pages } = (await admin.call(calls.wordsAtDesk)).body
  expect(pages.find(({ name }) => name === 'faq')).toMatchObject({
    source: 'desk',
    savedAt: expect.any(String),
  })
})

test.each<[string, { file?: string; desk?: Words; fileThen?: string | null }, string, string, boolean]>([
  ['neither', {}, 'Frequently asked questions', 'product', false],
  ['a file', { file: '# Filed' }, 'Filed', 'file', false],
  ['the desk', { desk: mine }, 'Questions', 'desk', false],
  ['the desk, after the file', { file: '# Filed', desk: mine }, 'Questions', 'desk', false],
  ['the desk, in one language', { file: '# Filed', desk: { en: '', de: mine.de } }, 'Fragen', 'desk', false],
  ['the desk, and a file added since', { desk: mine, fileThen: '# Filed' }, 'Questions', 'desk', true],
  [
    'the desk, and the file changed since',
    { file: '# Filed', desk: mine, fileThen: '# Other' },
    'Questions',
    'desk',
    true,
  ],
  [
    'the desk, and the file broken since',
    { file: '# Filed', desk: mine, fileThen: 'no heading' },
    'Questions',
    'desk',
    true,
  ],
  [
    'the desk, and the file removed since',
    { file: '# Filed', desk: mine, fileThen: null },
    'Questions',
    'desk',
    false,
  ],
])('where %s speaks', async (_, { file, desk, fileThen }, heading, source, fileChanged) => {
  if (file !== undefined) await writeFile(file)
  if (desk) expect((await save(desk)).status).toBe(200)
  if (fileThen === null) {
    rmSync(path('en/faq.md'))
    await site.services.siteFiles.refresh()
  } else if (fileThen !== undefined) await writeFile(fileThen)
  expect(await read()).toBe(heading)
  expect(await shown()).toMatchObject({ source, fileChanged })
  expect(site.services.siteFiles.mistakes).toHaveLength(fileChanged ? 1 : 0)
})

test('after a conflict either of the two is chosen', async () => {
  await save(mine)
  await writeFile('# Filed')
  const { texts } = await shown()
  await save(texts)
  expect([await read(), (await shown()).fileChanged]).toEqual(['Questions', false])
  await save(null)
  expect([await read(), (await shown()).source]).toEqual(['Filed', 'file'])
})

test('what somebody else or a file has changed meanwhile is not overwritten', async () => {
  const base = await shown()
  await save(mine)
  expect((await save({ ...mine, en: '# Late' }, { base })).problem?.code).toBe('version-conflict')
  const second = await shown()
  await writeFile('# Gefilt', 'de/faq.md')
  expect((await save({ ...mine, en: '# Late' }, { base: second })).problem?.code).toBe('version-conflict')
  const third = await shown()
  const replies = await Promise.all(['# One', '# Other'].map((en) => save({ ...mine, en }, { base: third })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a former version is restored as a new one', async () => {
  await save(mine)
  await save({ ...mine, en: '# Worse' })
  const { versions } = await shown()
  expect(versions.slice(0, 2).map(({ texts }) => texts?.en)).toEqual(['# Worse', mine.en])
  await save(versions[1]?.texts ?? null)
  expect([await read(), (await shown()).version]).toEqual(['Questions', (versions[0]?.version ?? 0) + 1])
})

test.each<[string, TextName, Words, Record<string, unknown>]>([
  [
    'a text without heading, and an unknown setting',
    'faq',
    { en: 'No heading', de: '# F\n\n{{nothing}}' },
    { en: expect.stringMatching(/^en\/faq\.md:1: /), de: expect.stringMatching(/^de\/faq\.md:3: /) },
  ],
  ['no text at all', 'faq', { en: ' \n', de: '' }, { text: 'Write the text in at least one language.' }],
  [
    'a frame of a page that is not admitted',
    'about',
    { en: '# Me\n\n![Talk](https://elsewhere.example/1)', de: '' },
    { en: expect.stringContaining('en/about.md:3: ') },
  ],
  [
    'a privacy policy in one language',
    'privacy-policy',
    { en: '# Privacy', de: '' },
    { en: expect.stringContaining('write it in the other language, too') },
  ],
])('%s is refused, and nothing changes', async (_, page, texts, errors) => {
  const [before, entries] = [await shown(page), (await auditOf(site)).length]
  const { status, problem } = await save(texts, { page })
  expect([status, problem?.errors]).toEqual([422, errors])
  expect([await shown(page), (await auditOf(site)).length]).toEqual([before, entries])
})

test('a preview is as visitors will see it, and stores nothing', async () => {
  const { versions, mistakes } = await draft({
    en: '# About {{product}}\n\nMail {{email}}.\n\n## Trial {#t when=trial}\n\nYes\n\n## Paused {#p when=paused}\n',
    de: 'Keine Überschrift',
  })
  expect(mistakes).toEqual({ en: [], de: [{ line: 1, sentence: expect.any(String) }] })
  expect(versions).toMatchObject([
    { language: 'en', heading: `About ${site.services.config.productName}`, sections: [{ id: 't' }] },
  ])
  expect(versions).toHaveLength(1)
  expect((await shown()).source).toBe('product')
})

test('hostile input shows as text or leads nowhere', async () => {
  const hostile = [
    '# <script>alert(1)</script> \u202Eevil',
    '',
    '<img src=x onerror=alert(1)> [go](javascript:alert(1)) [data](data:text/html,x) <b>bold</b>',
    '',
    '# Another heading',
  ].join('\n')
  expect((await save({ en: hostile, de: '' })).status).toBe(200)
  const { body } = await site.app.inject({
    url: '/faq',
    headers: { accept: 'text/html', host: 'localhost:3000' },
  })
  const [, shownText = ''] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? [undefined, body]
  expect(shownText).not.toMatch(/<script>alert|<img src=x|href="(javascript|data):|<b>bold/)
  expect(shownText).toContain('&lt;script&gt;alert(1)')
})

test.each<[string, string]>([
  ['spaces', `# a${' '.repeat(59_000)}b`],
  ['brackets', `# a\n\n${'![['.repeat(19_000)}`],
  ['braces', `# a\n\n## ${'{{'.repeat(29_000)}`],
  ['quotes', `# a\n\n${'>'.repeat(59_000)}`],
  ['emphasis', `# a\n\n${'*a **'.repeat(11_000)}`],
])('a text full of %s is answered soon', async (_, en) => {
  const begun = performance.now()
  expect((await draft({ en })).mistakes).toBeDefined()
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('the password is needed after five minutes', async () => {
  const later = await browserOf(site, theAdmin.userId)
  const { version, fileDigest } = await shown()
  site.clock.advanceReal({ minutes: 6 })
  const reply = await later.call(calls.saveWords, {
    params: { page: 'faq' },
    body: { texts: mine, version, fileDigest },
  })
  expect(reply.problem?.code).toBe('password-required')
  expect((await shown()).version).toBe(version)
})
