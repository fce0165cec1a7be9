import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { textNames } from '#contract/site/site.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { createTestApp } from '#support/test-app.ts'
import { readSiteFiles } from './read-site-files.ts'
import { targetOf } from './redirects-yaml.ts'
import { openSiteFiles } from './site-files.ts'

const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true })
})

type Files = Readonly<Record<string, string | Buffer>>
function folderWith(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-site-'))
  made.push(folder)
  write(folder, files)
  return folder
}

function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

const mistakesOf = async (files: Files) => {
  const { mistakes } = await readSiteFiles(folderWith(files))
  return mistakes.map(({ file, line, sentence }) => `${file}:${line}: ${sentence}`)
}

describe('the site files', () => {
  test('need not be there: the product has a text for each page, and the privacy policy in both languages', async () => {
    const { files, mistakes } = await readSiteFiles('/nowhere')
    expect(mistakes).toEqual([])
    for (const name of textNames) expect(files.texts[name].en?.heading).toBeTruthy()
    expect(Object.keys(files.texts['privacy-policy'])).toEqual(['en', 'de'])
    const [en, de] = [files.texts['privacy-policy'].en, files.texts['privacy-policy'].de]
    expect(de?.sections).toHaveLength(en?.sections.length ?? 0)
  })

  test("take the place of the product's own texts, page by page and in all languages", async () => {
    const { files } = await readSiteFiles(
      folderWith({ 'en/privacy-policy.md': '# Mine', 'en/about.md': '# Me' }),
    )
    expect(files.texts['privacy-policy'].de).toBeUndefined()
    expect(files.texts.about.en?.heading).toBe('Me')
    expect(files.texts.imprint.en?.heading).toBe('Imprint')
  })

  test('are distinguished from misspelled ones', async () => {
    expect(await mistakesOf({ 'en/fqa.md': '# F', 'README.md': 'hi', 'en/.faq.md.swp': 'x' })).toEqual([
      expect.stringMatching(/^en\/fqa\.md:1: is no file of the site: there are site\.yaml, /),
    ])
  })

  test('hold the privacy policy in both languages, or in none', async () => {
    const both = { 'en/privacy-policy.md': '# P', 'de/privacy-policy.md': '# D' }
    expect(await mistakesOf(both)).toEqual([])
    expect(await mistakesOf({ 'de/privacy-policy.md': '# D' })).toEqual([
      'de/privacy-policy.md:1: The privacy policy is shown in English and German: write it in the other language, too',
    ])
  })

  test('are text', async () => {
    const folder = folderWith({})
    mkdirSync(join(folder, 'en'))
    writeFileSync(join(folder, 'en/faq.md'), Buffer.from([0x23, 0x20, 0xff]))
    expect((await readSiteFiles(folder)).mistakes).toEqual([
      { file: 'en/faq.md', line: 1, sentence: 'is not text in UTF-8' },
    ])
  })

  test.each([
    ['embeds: [https://a.example/path]', /^site\.yaml:1: embeds\.0: has to be scheme and host/],
    ['\nembed: []', 'site.yaml:2: Unrecognized key: "embed"'],
    ['embeds:\n  - https://a.example\n  - ftp://b', /^site\.yaml:3: embeds\.1: has to be/],
    ['embeds: [', /^site\.yaml:1: /],
    ['name: ""', /^site\.yaml:1: name: /],
    ['hue: 400', /^site\.yaml:1: hue: has to be a number from 0 to 360/],
    ['hue: "#777"', /^site\.yaml:1: hue: has to be/],
    [
      'navigation:\n  - text: A\n    to: javascript:alert(1)',
      /^site\.yaml:3: navigation\.0\.to: has to be a path/,
    ],
    ['footer: [{text: A, to: //evil.example}]', /^site\.yaml:1: footer\.0\.to: has to be a path/],
    [
      'footer:\n- to: /a\n  text: {en: A}',
      /^site\.yaml:3: footer\.0\.text: has to be a text, or one in English/,
    ],
    ['social: [{name: A, url: http://a.example}]', /^site\.yaml:1: social\.0\.url: has to be an https/],
    ['logo: ../secret.svg', /^site\.yaml:1: logo: has to name a file/],
    ['\nlogo: missing.svg', /^site\.yaml:2: logo: .*missing\.svg cannot be read \(ENOENT\)/],
  ])('site.yaml %j is a mistake', async (source, mistake) => {
    expect((await mistakesOf({ 'site.yaml': source }))[0]).toMatch(mistake)
  })
})

describe('the table of former addresses', () => {
  test.each([
    ['moved:\n  old: /new', /^redirects\.yaml:2: /],
    ['moved:\n  /old/: /new', /^redirects\.yaml:2: /],
    [
      'moved:\n  /old: //evil.example',
      /^redirects\.yaml:2: moved\.\/old: has to be a path such as \/new-page/,
    ],
    ['moved:\n  /old: javascript:alert(1)', /^redirects\.yaml:2: /],
    [
      'moved:\n  /a: /b\n  /b: /c',
      'redirects.yaml:2: moved./a: leads to /b, which has moved itself: name the last address',
    ],
    ['moved:\n  /a: /a/', 'redirects.yaml:2: moved./a: leads to /a/, which is itself'],
    ['moved:\n  /a: /a?again', 'redirects.yaml:2: moved./a: leads to /a?again, which is itself'],
    ['moved:\n  /a: /b/../a#top', 'redirects.yaml:2: moved./a: leads to /a#top, which is itself'],
    ['moved:\n  /a: /b/\n  /b: /a?x=1', /^redirects\.yaml:2: moved\.\/a: leads to \/b\/, which has moved/],
    ['moved:\n  /a: /%C3%BCber\n  /über: /c', /^redirects\.yaml:2: .*which has moved itself/],
    ['moved:\n  /a: /b\ngone: [/a]', 'redirects.yaml:2: moved./a: is said to be gone, too'],
    ['gone: [campaign]', /^redirects\.yaml:1: gone\.0: has to be a path/],
  ])('%j is a mistake', async (source, mistake) => {
    expect((await mistakesOf({ 'redirects.yaml': source }))[0]).toMatch(mistake)
  })
})

test('a former address whose target is another one, by its full URL, is refused', () => {
  const moved = {
    '/a': 'https://here.example/b/?x=1',
    '/b': 'https://there.example/b',
    '/c': 'https://here.example/d',
  }
  const to = (path: string) => targetOf({ moved, gone: [] }, path, 'https://here.example')
  expect([to('/a'), to('/b'), to('/c/')]).toEqual([undefined, moved['/b'], moved['/c']])
})

describe('the start', () => {
  test('is refused with a line for each mistake', async () => {
    const folder = folderWith({ 'en/faq.md': 'no heading', 'en/about.md': '# A\n\n{{nope}}' })
    const opened = openSiteFiles({ folder, log: pino({ level: 'silent' }) })
    await expect(opened).rejects.toThrow(StartProblem)
    await expect(opened).rejects.toThrow(`${folder}/en/faq.md:1: The text has to begin with its heading`)
    await expect(opened).rejects.toThrow(`${folder}/en/about.md:3: {{nope}} is no setting`)
  })
})

test('a change shows without a restart, and one with mistakes changes nothing but log and readiness', async () => {
  const logged: string[] = []
  const folder = folderWith({ 'en/faq.md': '# First\n\n## Q {#q}\nYes.' })
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const site = await createTestApp({ settings: { SITE_DIR: folder }, services: { log } })
  onTestFinished(() => site.close())
  const page = () => site.client().fetch('GET', '/faq', { headers: { accept: 'text/html' } })
  const change = async (text: string) => {
    write(folder, { 'en/faq.md': text })
    await site.services.siteFiles.refresh()
  }
  const health = async () => JSON.parse((await site.client().fetch('GET', '/api/health/ready')).text)

  expect((await page()).text).toContain('<h1>First</h1>')
  await change('# Second one')
  expect((await page()).text).toContain('<h1>Second one</h1>')
  await change('no heading any more')
  expect((await page()).text).toContain('<h1>Second one</h1>')
  expect(logged.join()).toContain('en/faq.md:1: The text has to begin with its heading')
  expect(await health()).toMatchObject({
    status: 'degraded',
    reasons: expect.arrayContaining([
      'the site files have mistakes (en/faq.md line 1): the former ones stay',
    ]),
  })
  await change('# Third')
  expect((await page()).text).toContain('<h1>Third</h1>')
  expect((await health()).reasons ?? []).not.toContainEqual(expect.stringContaining('site files'))
  expect((await site.client().fetch('GET', '/api/site-text/faq')).text).toContain('Third')
})

test('a page admits the sites whose videos it embeds, and no other page does', async () => {
  const folder = folderWith({
    'site.yaml': 'embeds: [https://player.example.org, https://other.example.org]',
    'en/faq.md': '# FAQ\n\n## A talk\n\n![The talk](https://player.example.org/embed/1)',
  })
  const site = await createTestApp({ settings: { SITE_DIR: folder } })
  onTestFinished(() => site.close())
  const get = (path: string) => site.client().fetch('GET', path, { headers: { accept: 'text/html' } })
  const faq = await get('/faq')
  const policy = String(faq.headers['content-security-policy'])
  expect(policy).toContain('; frame-src https://player.example.org; ')
  expect(policy.replace('; frame-src https://player.example.org', '')).toBe(
    site.services.web.contentSecurityPolicy,
  )
  expect(faq.text).toContain('<a href="https://player.example.org/embed/1" rel="noopener">The talk</a>')
  for (const path of ['/', '/about', '/nope'])
    expect((await get(path)).headers['content-security-policy']).toBe(site.services.web.contentSecurityPolicy)
})

test('texts and settings are escaped', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const folder = folderWith({
    'en/faq.md': `# ${hostile} {{product}}\n\n${hostile} {{seller}}\n\n## ${hostile}\n\n[x](javascript:alert(2)) {{product}}`,
  })
  const name = '*a* [b](javascript:alert(3)) <script>alert(4)</script> https://evil.example'
  const site = await createTestApp({ settings: { SITE_DIR: folder, PRODUCT_NAME: name, SELLER_NAME: name } })
  onTestFinished(() => site.close())
  const { text } = await site.client().fetch('GET', '/faq', { headers: { accept: 'text/html' } })
  const main = /<main>(.*)<\/main>/s.exec(text)?.[1] ?? ''
  expect(main).not.toMatch(/<img|<script|<em>|href="javascript|evil\.example"/)
  expect(main).toContain(
    '*a* [b](javascript:alert(3)) &lt;script&gt;alert(4)&lt;/script&gt; https://evil.example',
  )
})

describe('name and looks', () => {
  const logo = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const yaml = `name: Trainings <b>
hue: "#0a58ca"
logo: logo.svg
navigation:
  - text: {en: Courses & more, de: Kurse & mehr}
    to: /content
footer:
  - {text: Blog, to: https://blog.example.org/}
social:
  - {name: Mastodon, url: https://social.example.org/@me}
`

  test('are those of site.yaml in every document and in the public settings, and change without a restart', async () => {
    const folder = folderWith({ 'site.yaml': yaml, 'logo.svg': logo })
    const site = await createTestApp({ settings: { SITE_DIR: folder, PRODUCT_NAME: 'Former' } })
    onTestFinished(() => site.close())
    const get = (path: string) => site.client().fetch('GET', path, { headers: { accept: 'text/html' } })
    const config = async () => JSON.parse((await site.client().fetch('GET', '/api/config')).text)

    const { text, headers } = await get('/pricing')
    expect(text).toContain('<title>Pricing – Trainings &lt;b&gt;</title>')
    const style = /<style>(.*?)<\/style>/.exec(text)?.[1] ?? ''
    expect(style).toMatch(/^:root:root\{--hue:259\.8;.*\}$/)
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`; style-src 'self' 'sha256-${hash}'; `)

    expect(await config()).toMatchObject({
      productName: 'Trainings <b>',
      navigation: [{ text: { en: 'Courses & more', de: 'Kurse & mehr' }, to: '/content' }],
      footer: [{ text: { en: 'Blog', de: 'Blog' }, to: 'https://blog.example.org/' }],
      social: [{ name: 'Mastodon', url: 'https://social.example.org/@me' }],
    })
    const { logoUrl } = await config()
    const served = await site.client().fetch('GET', logoUrl)
    expect(served.text).toBe(logo)
    expect(served.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*sandbox$/),
    })
    expect((await site.client().fetch('GET', '/logo/other.svg')).status).toBe(404)

    write(folder, { 'site.yaml': 'name: Next' })
    await site.services.siteFiles.refresh()
    expect((await get('/pricing')).text).toContain('<title>Pricing – Next</title>')
    expect((await get('/pricing')).text).not.toContain('<style>')
    expect(await config()).toMatchObject({ productName: 'Next', navigation: [] })
    expect((await site.client().fetch('GET', logoUrl)).status).toBe(404)
    rmSync(join(folder, 'site.yaml'))
    await site.services.siteFiles.refresh()
    expect((await config()).productName).toBe('Former')
  })

  test('need a logo that is the picture that its name says', async () => {
    expect(await mistakesOf({ 'site.yaml': 'logo: a.png', 'a.png': '<html>' })).toEqual([
      expect.stringMatching(/^site\.yaml:1: logo: .*a\.png is not the picture that its name says$/),
    ])
  })

  test('pictures are served by their content, replaced without a restart, and other files are not served', async () => {
    const jpeg = (end: string) => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(end)])
    const folder = folderWith({ 'pictures/mug.jpg': jpeg('one'), 'pictures/plan.svg': logo })
    const site = await createTestApp({ settings: { SITE_DIR: folder } })
    onTestFinished(() => site.close())
    const { pictures } = site.services.siteFiles.current
    expect([...pictures.keys()]).toEqual(['mug.jpg', 'plan.svg'])
    const address = (name: string) => site.services.siteFiles.current.pictures.get(name)?.address ?? ''
    const first = address('mug.jpg')
    expect(first).toMatch(/^\/pictures\/[\da-f]{16}\.jpg$/)
    expect((await site.client().fetch('GET', first)).headers['content-type']).toBe('image/jpeg')
    expect((await site.client().fetch('GET', address('plan.svg'))).headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*sandbox$/),
    })
    expect((await site.client().fetch('GET', '/pictures/mug.jpg')).status).toBe(404)
    write(folder, { 'pictures/mug.jpg': jpeg('another') })
    await site.services.siteFiles.refresh()
    expect(address('mug.jpg')).not.toBe(first)
    expect((await site.client().fetch('GET', first)).status).toBe(404)
  })

  test('the portrait is one of the pictures, and the landing page counts what its settings say', async () => {
    expect(await mistakesOf({ 'site.yaml': '\nportrait: me.webp' })).toEqual([
      'site.yaml:2: portrait: pictures/me.webp is not there',
    ])
    expect(await mistakesOf({ 'site.yaml': 'facts: [visitors]' })).toHaveLength(1)
    const folder = folderWith({ 'site.yaml': 'portrait: me.svg\nfacts: [time]', 'pictures/me.svg': logo })
    const site = await createTestApp({ settings: { SITE_DIR: folder } })
    onTestFinished(() => site.close())
    const { body } = await site.client().call(calls.config)
    expect(body).toMatchObject({ facts: ['time'], portraitUrl: expect.stringMatching(/^\/pictures\//) })
  })

  test('pictures have the type of their names, up to 512 KB, and names that need no escaping', async () => {
    const found = await mistakesOf({
      'pictures/a.jpg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'pictures/b c.svg': logo,
      'pictures/deep/d.svg': logo,
      'pictures/e.gif': 'GIF89a',
      'pictures/f.svg': `<svg>${' '.repeat(512 * 1024)}</svg>`,
    })
    expect(found).toEqual([
      expect.stringMatching(/^pictures\/a\.jpg:1: .*a\.jpg is not the picture that its name says$/),
      expect.stringMatching(/^pictures\/b c\.svg:1: has to be named with letters/),
      expect.stringMatching(/^pictures\/deep\/d\.svg:1: has to be named/),
      expect.stringMatching(/^pictures\/e\.gif:1: has to be named/),
      expect.stringMatching(/^pictures\/f\.svg:1: .*f\.svg is larger than 512 KB$/),
    ])
  })
})
