import { expect, test } from 'vitest'
import { missingCode } from './code-files.ts'
import type { Film, Language } from './film.ts'
import { code } from './scene-parts.ts'

const film = (language: Language, source: string): Film => ({
  id: 'film',
  title: '',
  motif: '',
  published: '',
  tags: [],
  versions: [],
  description: '',
  opening: { say: '' },
  scenes: [{ chapter: '', panels: [code(language, source)], steps: [] }],
  recap: { points: [] },
})

test.each<[string, Language, string, string[]]>([
  ['a line as it is', 'ts', 'let a  = 1\n\n', []],
  ['a part of a longer line', 'ts', 'next()', []],
  ['a line that is nowhere', 'ts', 'let a = 1\nlet b', ['let b']],
  ['what is left out', 'ts', 'function f() { /* … */ }', []],
  ['a command, without what it answers', 'shell', '$ git log\n1a2b3c Begin\n$ git push', ['git push']],
  ['what a server says', 'http', 'HTTP/1.1 204 No Content', []],
])('%s', (_, language, source, missing) => {
  const files = ['  let a = 1\nconsole.log(next())\n', 'git log\n']
  expect(missingCode(film(language, source), files)).toEqual(
    missing.map((line) => `film: "${line}" stands in none of its files of code`),
  )
})
