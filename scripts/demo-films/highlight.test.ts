import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test.each([
  ['ts', "if (a < b && c['x']) return `d` // done"],
  ['sql', 'select sum(amount) over (order by day) -- total'],
  ['css', '.card:has(> img) { gap: 1rem } /* so */'],
  ['shell', '$ git log --oneline # all'],
  ['http', 'HTTP/1.1 304 Not Modified'],
] as const)('colouring %s loses and adds no letter', (language, line) => {
  expect(textOf(highlight(line, language))).toBe(line)
})

test.each([
  ['ts', 'const', 'keyword', 'const a = 1'],
  ['ts', 'counter', 'function', 'counter()'],
  ['ts', '/^ord_[a-z]+$/', 'string', 'if (!/^ord_[a-z]+$/.test(id)) {'],
  ['ts', '/* later */', 'comment', 'run() { /* later */ }'],
  ['ts', 'constant', 'plain', 'constant'],
  ['sql', 'select', 'keyword', 'select day'],
  ['css', '1rem', 'number', 'gap: 1rem'],
  ['http', '304 Not Modified', 'number', 'HTTP/1.1 304 Not Modified'],
  ['shell', 'git', 'function', '$ git log'],
] as const)('in %s, %s is a %s', (language, token, kind, line) => {
  const spans = [...highlight(line, language).matchAll(/<span class="(\w+)">([^<]*)<\/span>/g)]
  expect(spans.map(([, name, text]) => `${name} ${text}`)).toContain(`${kind} ${token}`)
})
