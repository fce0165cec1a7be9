import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/account-sections.ts'
import type { Call } from '#contract/call.ts'
import { Done, Instant, Line, Text } from '#contract/shapes.ts'

const LookText = Text(50_000)
/** SHA-256 of `site.yaml`; null where there is no such file. */
const FileDigest = z.nullable(Line(64))

/** Base64 of a JPEG, PNG, WebP or SVG of at most 512 KB; null takes the picture away. */
const NewPicture = z.optional(
  z.nullable(z.string().check(z.maxLength(700_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))),
)
/** Of both pictures and the text; the proxy's limit is 2 MB. */
const largestBodyBytes = 1_900_000

const TypedLink = z.strictObject({
  text: z.strictObject({ en: Line(60), de: Line(60) }),
  /** A path of this site, or an https:// or mailto: address. */
  to: Line(500),
})

/** What the form sets of `site.yaml`; empty for what is not set. */
const LookFields = z.strictObject({
  name: Line(60),
  /** `#0a58ca`, or a hue from 0 to 360. */
  hue: Line(40),
  /** Id of the free video at the top of the landing page; empty: the first one of its text. */
  heroFilm: Line(200),
  navigation: z.array(TypedLink).check(z.maxLength(8)),
  footer: z.array(TypedLink).check(z.maxLength(20)),
  /** Of mails to somebody whose name is known, with `{{name}}`. */
  greeting: z.strictObject({ en: Line(100), de: Line(100) }),
  /** At the end of mails, several lines. */
  signature: z.strictObject({ en: Text(400), de: Text(400) }),
})
export type LookFields = z.output<typeof LookFields>

const Shades = z.strictObject({
  page: z.string(),
  ink: z.string(),
  accent: z.string(),
  accentInk: z.string(),
})

const DeskLook = z.strictObject({
  source: z.enum(['product', 'file', 'desk']),
  /** The file has changed since the desk saved. */
  fileChanged: z.boolean(),
  fileDigest: FileDigest,
  /** Version of the last save at the desk; 0 without one. */
  version: z.int(),
  /** What counts, as `site.yaml`. */
  text: z.string(),
  fields: LookFields,
  /** Addresses of the pictures that visitors see. */
  logoUrl: z.nullable(z.string()),
  portraitUrl: z.nullable(z.string()),
  freeFilms: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  /** What the desk saved, newest first; a text that is null made the file count. */
  versions: z.array(z.strictObject({ version: z.int(), savedAt: Instant, text: z.nullable(z.string()) })),
})
export type DeskLook = z.output<typeof DeskLook>

const LookDraft = z.strictObject({
  mistakes: z.array(z.strictObject({ line: z.int(), sentence: z.string(), path: z.array(z.string()) })),
  /** Colours as `#rrggbb`; null where there are mistakes. */
  colours: z.nullable(z.strictObject({ light: Shades, dark: Shades })),
})
export type LookDraft = z.output<typeof LookDraft>

/** The admin's calls about name, colour and links of the site, and the words of its mails. */
export const adminLookCalls = {
  lookAtDesk: {
    method: 'GET',
    path: '/api/admin/site/look',
    actor: 'admin',
    summary: 'Name, colour, links and words of mails, where they come from, and what the desk saved before',
    replies: { 200: DeskLook },
  },
  draftLook: {
    method: 'POST',
    path: '/api/admin/site/look/draft',
    actor: 'admin',
    summary: 'The mistakes of a look, and its colours; nothing is stored',
    body: z.strictObject({ text: LookText, fields: z.optional(LookFields) }),
    replies: { 200: LookDraft },
  },
  saveLook: {
    method: 'POST',
    path: '/api/admin/site/look',
    actor: 'admin',
    idempotent: true,
    largestBodyBytes,
    summary:
      'Shows a look to visitors; 409 `version-conflict` after a change by somebody else or of the file, 422 with the lines of all mistakes',
    body: z.strictObject({
      /** `site.yaml`; null: the file counts from now on. */
      text: z.nullable(LookText),
      /** Set in this text. */
      fields: z.optional(LookFields),
      logo: NewPicture,
      portrait: NewPicture,
      version: z.int().check(z.nonnegative(), z.maximum(1_000_000)),
      fileDigest: FileDigest,
      password: z.optional(CurrentPassword),
    }),
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
