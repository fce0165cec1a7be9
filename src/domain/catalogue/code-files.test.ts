import { describe, expect, test } from 'vitest'
import { checkCodeFiles, inCodeOrder, isCodeFileName, lineCount, shownCode } from './code-files.ts'
import { fileNameOf } from './file-name.ts'

const file = (name: string, text = 'let a = 1\n', bytes = text.length) => ({ name, text, bytes })

describe('the name of a file of code', () => {
  test.each([
    'app.ts',
    'src/app.ts',
    'Dockerfile',
    'make file.txt',
    'größe.sql',
    '@scope/a+b.ts',
    'a..b',
    'console.log',
    'x'.repeat(100),
  ])('%j is good', (name) => expect(isCodeFileName(name)).toBe(true))

  test.each([
    '',
    '.env',
    'src/.git/config',
    '..',
    '../video.md',
    'src/../../video.md',
    '/etc/passwd',
    'src//app.ts',
    'src/',
    'C:\\app.ts',
    'a\\b.ts',
    'a:b',
    'what?.ts',
    '*.ts',
    '<b>.html',
    'a|b',
    '"a"',
    'a\nb',
    'a\u0000b',
    'a\u202Etxt.exe',
    'a\u200Bb',
    ' a.ts',
    'a.ts ',
    'a.',
    'con',
    'NUL.txt',
    'src/com1.ts',
    'x'.repeat(101),
  ])('%j is not', (name) => expect(isCodeFileName(name)).toBe(false))
})

describe("a film's code", () => {
  const kilobyte = 'x'.repeat(1023).concat('\n')
  test.each([
    ['none', [], []],
    ['tabs, line ends of every kind and form feeds', [file('a.ts', 'a\tb\r\nc\rd\n\fe')], []],
    ['an empty file', [file('__init__.py', '')], []],
    ['a name that is none', [file('..'), file('b.ts')], [['..', 1, 'code-name']]],
    ['two names that differ in case', [file('App.ts'), file('app.ts')], [['app.ts', 1, 'code-name-taken']]],
    ['the same name in two folders', [file('a/app.ts'), file('b/app.ts')], []],
    ['U+0000', [file('a.ts', 'a\nb\r\nc\u0000')], [['a.ts', 3, 'code-characters']]],
    ['an escape', [file('a.ts', '\u001b[2J')], [['a.ts', 1, 'code-characters']]],
    ['a control character of Latin-1', [file('a.ts', '\na\u0085')], [['a.ts', 2, 'code-characters']]],
    ['20 files', Array.from({ length: 20 }, (_, n) => file(`${n}.ts`)), []],
    ['21 files', Array.from({ length: 21 }, (_, n) => file(`${n}.ts`, '\u0000')), [['', 1, 'code-too-many']]],
    ['500 kB', Array.from({ length: 5 }, (_, n) => file(`${n}.ts`, kilobyte, 102_400)), []],
    [
      'a byte more than 500 kB',
      [file('a.ts', 'a', 1), ...Array.from({ length: 5 }, (_, n) => file(`${n}.ts`, kilobyte, 102_400))],
      [['', 1, 'code-too-long']],
    ],
  ] as const)('%s', (_, files, mistakes) => {
    expect(checkCodeFiles(files).map(({ name, line, code }) => [name, line, code])).toEqual(mistakes)
  })

  test('is shown by name, numbers by their value', () => {
    const names = ['10-end.ts', 'README.md', '2-middle.ts', 'src/b.ts', 'src/a.ts'].map((name) => ({ name }))
    expect(inCodeOrder(names).map(({ name }) => name)).toEqual([
      '2-middle.ts',
      '10-end.ts',
      'README.md',
      'src/a.ts',
      'src/b.ts',
    ])
  })
})

test.each([
  ['', '', 1],
  ['a', 'a', 1],
  ['a\n', 'a\n', 1],
  ['a\r\nb\r\n', 'a\nb\n', 2],
  ['a\rb', 'a\nb', 2],
  ['\uFEFFa\n\n', 'a\n\n', 2],
  ['\n', '\n', 1],
])('%j is shown as %j and has so many lines: %i', (text, shown, lines) => {
  expect([shownCode(text), lineCount(text), lineCount(shownCode(text))]).toEqual([shown, lines, lines])
})

test.each([
  ['What a closure remembers', 'What a closure remembers'],
  ['a/b: "c"?', 'a b c'],
  ['...', 'code'],
])('%j makes a file called %j', (title, name) => expect(fileNameOf(title, 'code')).toBe(name))
