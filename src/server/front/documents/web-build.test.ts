import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { languages } from '#domain/language.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'
import { someConfig } from '#support/some-site.ts'
import { html } from './html.ts'
import type { Look } from './look.ts'
import { openWebBuild } from './web-build.ts'

function folderWith(template?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (template !== undefined) {
    writeFileSync(join(folder, 'index.en.html'), template)
    writeFileSync(join(folder, 'index.de.html'), template)
    mkdirSync(join(folder, 'draw'))
    for (const language of languages)
      writeFileSync(
        join(folder, 'draw', `draw.${language}.js`),
        "export const drawPage = ({ text }) => '[' + text + ']'",
      )
  }
  return folder
}

const page = {
  language: 'en',
  addressed: false,
  signedIn: false,
  carried: { config: someConfig },
  status: 200,
  title: 'T',
  description: undefined,
  canonicalPath: undefined,
  html: html`<p>x</p>`,
  frames: [],
  heading: 'H',
  siteName: 'S',
  image: { path: '/i.png', isDrawn: false },
  data: [],
  notices: '',
} as const

const plain: Look = { tags: html``, styles: [] }

test.each([
  ['nothing', undefined],
  ['a document without places to fill', '<html></html>'],
  ['a document without a place for the text', '<head><!--head--></head>'],
  ['a document with the places in the wrong order', '<!--app--><!--head-->'],
  ['a document with a place twice', '<!--head--><!--app--><!--app-->'],
])('%s is no build: the start says in one line what to do', async (_, template) => {
  const folder = folderWith(template)
  const opened = openWebBuild(folder)
  await expect(opened).rejects.toThrow(StartProblem)
  await expect(opened).rejects.toThrow(`The screens are not built (${folder}): run npm run build.`)
})

test('a document is the template with the page in its two places', async () => {
  const web = await openWebBuild(folderWith('<head><!--head--></head><div id="root"><!--app--></div>'))
  const filled = web.fill(
    { ...page, title: '<T> & $1 $&', description: '"d"', canonicalPath: '/x' },
    'https://site.test',
    plain,
  )
  expect(filled.toString().replace(/<script type="application\/json".*?<\/script>\n/s, '')).toBe(
    '<head><template id="later"></template>\n<title>&lt;T&gt; &amp; $1 $&amp;</title>\n<meta name="description" content="&quot;d&quot;">\n<link rel="canonical" href="https://site.test/x">\n<link rel="alternate" hreflang="en" href="https://site.test/x?lang=en"><link rel="alternate" hreflang="de" href="https://site.test/x?lang=de">\n<link rel="alternate" hreflang="x-default" href="https://site.test/x">\n\n<meta property="og:type" content="website"><meta property="og:title" content="H"><meta property="og:description" content="&quot;d&quot;"><meta property="og:url" content="https://site.test/x"><meta property="og:site_name" content="S"><meta property="og:locale" content="en_US"><meta property="og:image" content="https://site.test/i.png">\n<meta name="twitter:card" content="summary">\n</head><div id="root">[<p>x</p>]</div>',
  )
  expect(web.fill(page, 'https://site.test', plain).toString()).toContain(
    '<meta name="robots" content="noindex">',
  )
})

test('a text that looks like a place to fill is not filled', async () => {
  const web = await openWebBuild(folderWith('<!--head-->|<!--app-->'))
  const filled = web.fill({ ...page, html: html`<p>${'<!--app-->'}</p>` }, '', plain).toString()
  expect(filled.split('|')[1]).toBe('[<p>&lt;!--app--&gt;</p>]')
})

test('the policy names the hash of every inline script, and allows nothing else inline', async () => {
  const template = `<!--head--><script>one()</script><script type="module" src="/assets/a.js"></script>
<script async>
two()
</script><!--app-->`
  const { contentSecurityPolicy } = await openWebBuild(folderWith(template))
  // printf 'one()' | openssl dgst -sha256 -binary | base64
  const one = "'sha256-HR7iaask9daLMRRskMI++QeJtjWDOjyPA6lGzYGzKW4='"
  const sources = /script-src ([^;]*)/.exec(contentSecurityPolicy)?.[1]?.split(' ') ?? []
  expect(sources).toHaveLength(3)
  expect(sources.slice(0, 2)).toEqual(["'self'", one])
  expect(contentSecurityPolicy).not.toMatch(/unsafe|https?:|\*/)
})

test('films may come from the storage that sends them itself, and everything else from here', async () => {
  const { policyWith } = await openWebBuild(
    folderWith('<head><!--head--></head><div id="root"><!--app--></div>'),
    'https://s3.example.org',
  )
  expect(policyWith({})).toContain(
    "; media-src 'self' blob: https://s3.example.org; font-src 'self'; connect-src 'self';",
  )
})
