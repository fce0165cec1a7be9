import { isDeepStrictEqual } from 'node:util'
import { type Document, isMap, parseDocument } from 'yaml'

type InLanguages = { readonly en: string; readonly de: string }
type TypedLink = { readonly text: InLanguages; readonly to: string }

/** What a form sets of `site.yaml`, as typed; empty for what is not set. */
type TypedLook = {
  readonly name: string
  readonly hue: string
  readonly heroFilm: string
  readonly navigation: readonly TypedLink[]
  readonly footer: readonly TypedLink[]
  readonly greeting: InLanguages
  readonly signature: InLanguages
}

/** Returns what a form shows of the text of `site.yaml`. Values of another shape are left out: their reader says why. */
export function lookFields(text: string): TypedLook {
  const values: unknown = open(text)?.toJS()
  const { mails, ...look } = isRecord(values) ? values : {}
  const { greeting, signature } = isRecord(mails) ? mails : {}
  return {
    name: line(look.name),
    hue: line(look.hue),
    heroFilm: line(look.heroFilm),
    navigation: links(look.navigation),
    footer: links(look.footer),
    greeting: inLanguages(greeting),
    signature: inLanguages(signature),
  }
}

/**
 * Sets what a form typed in the text of `site.yaml`; everything else and its comments stay. Returns the text unchanged if it is
 * no map: its reader says why.
 */
export function editLook(text: string, typed: TypedLook): string {
  const document = open(text)
  if (!document) return text
  const before = lookFields(text)
  const values: Readonly<Record<keyof TypedLook, readonly [readonly string[], unknown]>> = {
    name: [['name'], typed.name.trim()],
    hue: [['hue'], hueOf(typed.hue.trim())],
    heroFilm: [['heroFilm'], typed.heroFilm.trim()],
    navigation: [['navigation'], typed.navigation.map(written)],
    footer: [['footer'], typed.footer.map(written)],
    greeting: [['mails', 'greeting'], oneOrBoth(typed.greeting)],
    signature: [['mails', 'signature'], oneOrBoth(typed.signature)],
  }
  for (const [field, [path, value]] of Object.entries(values)) {
    if (isDeepStrictEqual(before[field as keyof TypedLook], typed[field as keyof TypedLook])) continue
    if (value === '' || (Array.isArray(value) && value.length === 0)) document.deleteIn(path)
    // a value that replaces another keeps its comment
    else document.setIn(path, typeof value === 'object' ? document.createNode(value) : value)
  }
  const mails = document.get('mails')
  if (isMap(mails) && mails.items.length === 0) document.delete('mails')
  return document.toString()
}

/**
 * Sets logo and portrait in the text of `site.yaml`, by the names of pictures in `pictures/`; null takes one away. Returns the text
 * unchanged if it is no map.
 */
export function editPictures(
  text: string,
  { logo, portrait }: { readonly logo?: string | null; readonly portrait?: string | null },
): string {
  const document = open(text)
  if (!document) return text
  const values = { logo: typeof logo === 'string' ? `pictures/${logo}` : logo, portrait }
  for (const [key, value] of Object.entries(values))
    if (value === null) document.delete(key)
    else if (value !== undefined) document.set(key, value)
  return document.toString()
}

function open(text: string): Document | undefined {
  const document: Document = parseDocument(text, { version: '1.2', schema: 'core' })
  if (document.errors.length > 0) return undefined
  if (document.contents === null) document.contents = document.createNode({})
  return isMap(document.contents) ? document : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function line(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function inLanguages(value: unknown): InLanguages {
  if (isRecord(value)) return { en: line(value.en), de: line(value.de) }
  return { en: line(value), de: line(value) }
}

function links(value: unknown): readonly TypedLink[] {
  if (!Array.isArray(value)) return []
  return value.filter(isRecord).map(({ text, to }) => ({ text: inLanguages(text), to: line(to) }))
}

/** One text for both languages where they are equal. */
function oneOrBoth({ en, de }: InLanguages): string | InLanguages {
  const both = { en: en.trim(), de: de.trim() }
  return both.en === both.de ? both.en : both
}

function written({ text, to }: TypedLink) {
  return { text: oneOrBoth(text), to: to.trim() }
}

function hueOf(typed: string): string | number {
  return /^\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : typed
}
