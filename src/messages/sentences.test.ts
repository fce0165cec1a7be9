import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { fieldMessageKey, problemMessageKey, problems } from '#contract/problems.ts'
import { languages } from '#domain/language.ts'

const root = join(import.meta.dirname, '../..')
const folder = (language: string) => join(import.meta.dirname, language)
const files = [...new Set(languages.flatMap((language) => readdirSync(folder(language))))].sort()

type Variants = readonly {
  readonly declarations: readonly string[]
  readonly match: Record<string, string>
}[]
type Sentences = Readonly<Record<string, string | Variants>>

function sentencesIn(language: string, file: string): Sentences {
  const { $schema: _, ...sentences } = JSON.parse(readFileSync(join(folder(language), file), 'utf8'))
  return sentences
}

function wordings(sentence: string | Variants): string[] {
  return typeof sentence === 'string' ? [sentence] : sentence.flatMap(({ match }) => Object.values(match))
}

function parametersOf(sentence: string | Variants): string[] {
  const inWords = wordings(sentence).flatMap((words) =>
    [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  )
  const declared = typeof sentence === 'string' ? [] : sentence.flatMap(({ declarations }) => declarations)
  const inputs = declared.flatMap((line) => /^input (\w+)$/.exec(line)?.[1] ?? [])
  return [...new Set([...inWords, ...inputs])].map(String).sort()
}

test.each(files)('%s says in German all that it says in English, and of the same things', (file) => {
  const [english, german] = [sentencesIn('en', file), sentencesIn('de', file)]
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort())
  for (const [key, sentence] of Object.entries(english))
    expect([key, parametersOf(german[key] ?? '')]).toEqual([key, parametersOf(sentence)])
})

test.each([
  ['English says "log in"', 'en', /\bsign(?:s|ed|ing)?[- ](?:in|out)\b/i, []],
  // an operator's folder of a video holds a file film.mp4
  ['a video is a video in English', 'en', /\bfilms?\b/i, ['catalogue.json']],
  ['and in German', 'de', /\bFilm/, ['catalogue.json']],
  ['the trial has one name in German', 'de', /Probe(?:zeit|abo)|Testphase/, []],
  ['percent stand at their number in English', 'en', /[\d}]\s%/, []],
] as const)('%s', (_, language, other, except) => {
  const found = files
    .filter((file) => !(except as readonly string[]).includes(file))
    .flatMap((file) => Object.entries(sentencesIn(language, file)))
    .filter(([, sentence]) => wordings(sentence).some((words) => other.test(words)))
  expect(found).toEqual([])
})

test.each(languages)('no subject of a mail ends with a full stop: %s', (language) => {
  const subjects = files
    .flatMap((file) => Object.entries(sentencesIn(language, file)))
    .filter(([key]) => key.endsWith('_subject'))
    .flatMap(([, sentence]) => wordings(sentence))
  expect(subjects.length).toBeGreaterThan(50)
  expect(subjects.filter((subject) => subject.endsWith('.'))).toEqual([])
})

test('every file of sentences is compiled', () => {
  const compiled = ['project.inlang', 'mails.inlang'].flatMap((project) => {
    const settings = JSON.parse(readFileSync(join(root, project, 'settings.json'), 'utf8'))
    expect(settings.locales).toEqual(languages)
    return settings['plugin.inlang.messageFormat'].pathPattern.map((path: string) => path.split('/').at(-1))
  })
  expect(compiled.sort()).toEqual(files)
})

test('no key is in two files', () => {
  const keys = files.flatMap((file) => Object.keys(sentencesIn('en', file)))
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})

test('every message is used', () => {
  const source = sourceFiles(join(root, 'src'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const words = new Set(source.match(/[\w-]+/g))
  const byCode = new Set(
    Object.keys(problems).map((code) => problemMessageKey(code as keyof typeof problems)),
  )
  for (const fault of words) byCode.add(fieldMessageKey(fault) as `problem_${string}`)
  const unsaid = files
    .flatMap((file) => Object.keys(sentencesIn('en', file)))
    .filter((key) => !words.has(key) && !byCode.has(key as `problem_${string}`))
    // the notices of billing are named by their kind (server/platform/mail/templates/billing.ts)
    .filter(
      (key) => !words.has(/^mail_billing_(.*)_(subject|text)$/.exec(key)?.[1]?.replaceAll('_', '-') ?? ''),
    )
  expect(unsaid).toEqual([])
})

test('German has the quotation marks, dashes and dots of German, and says Sie', () => {
  for (const file of files)
    for (const [key, sentence] of Object.entries(sentencesIn('de', file)))
      for (const words of wordings(sentence)) {
        // syntax, typed into a file literally
        if (key === 'catalogue_chapter_syntax') continue
        expect([key, words]).not.toEqual([key, expect.stringMatching(/"|\.\.\.|“\w|\s-\s/)])
        expect([key, words]).not.toEqual([
          key,
          expect.stringMatching(/\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[mnrs]?)\b/),
        ])
      }
})

/** Handwritten sources. */
function sourceFiles(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !relative(root, file).includes('generated'))
}
