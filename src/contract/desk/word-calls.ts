import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line, Text } from '#contract/shapes.ts'
import { TextName, TextVersion } from '#contract/site/site.ts'

/** The Markdown of a page in each language; empty for a language that it does not have. */
const Words = z.strictObject({ en: Text(60_000), de: Text(60_000) })
export type Words = z.output<typeof Words>

/** Where a text comes from: Lectern's own, the operator's files, or the desk. */
const Source = z.enum(['product', 'file', 'desk'])
/** A file has changed since the desk saved in its place. */
const fileChanged = z.boolean()
const page = z.strictObject({ page: TextName })

const DeskWords = z.strictObject({
  source: Source,
  fileChanged,
  /** Of the files of this page; null for none. */
  fileDigest: z.nullable(Line(64)),
  /** Version of the last save at the desk; 0 without one. */
  version: z.int(),
  /** What counts. */
  texts: Words,
  /** What the desk saved, newest first; null made the files count. */
  versions: z.array(z.strictObject({ version: z.int(), savedAt: Instant, texts: z.nullable(Words) })),
})
export type DeskWords = z.output<typeof DeskWords>

const Mistakes = z.array(z.strictObject({ line: z.int(), sentence: z.string() }))
const WordsDraft = z.strictObject({
  mistakes: z.strictObject({ en: Mistakes, de: Mistakes }),
  /** As visitors would see them, of those without mistakes. */
  versions: z.array(TextVersion),
})

/** The admin's calls about the texts of the site. */
export const adminWordCalls = {
  wordsAtDesk: {
    method: 'GET',
    path: '/api/admin/site/words',
    actor: 'admin',
    summary: 'The pages of text, where each comes from, and when the desk saved it',
    replies: {
      200: z.strictObject({
        pages: z.array(
          z.strictObject({ name: TextName, source: Source, fileChanged, savedAt: z.nullable(Instant) }),
        ),
      }),
    },
  },
  wordsOfPage: {
    method: 'GET',
    path: '/api/admin/site/words/:page',
    actor: 'admin',
    summary: 'The text of a page in both languages, and what the desk saved before',
    params: page,
    replies: { 200: DeskWords },
  },
  draftWords: {
    method: 'POST',
    path: '/api/admin/site/words/:page/draft',
    actor: 'admin',
    summary: 'The text of a page as visitors would see it, and its mistakes; nothing is stored',
    params: page,
    body: Words,
    replies: { 200: WordsDraft },
  },
  saveWords: {
    method: 'POST',
    path: '/api/admin/site/words/:page',
    actor: 'admin',
    idempotent: true,
    summary:
      'Shows a text to visitors; 409 `version-conflict` after a change by somebody else or of a file, 422 with the lines of all mistakes',
    params: page,
    body: z.strictObject({
      /** Null: the files count from now on, and Lectern's own text without them. */
      texts: z.nullable(Words),
      version: z.int().check(z.nonnegative(), z.maximum(1_000_000)),
      fileDigest: z.nullable(Line(64)),
      password: z.optional(CurrentPassword),
    }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
