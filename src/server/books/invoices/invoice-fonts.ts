import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { type FontPiece, pieceFor } from './font-pieces.ts'

/**
 * Inter, reduced to Latin, Greek and Cyrillic; its licence (OFL) is stored beside it. Read once, which saves a third of
 * the work.
 */
export const invoiceFonts = { regular: readFont('inter-regular'), strong: readFont('inter-semibold') }

function readFont(name: string): Font {
  return asFont(readFileSync(join(import.meta.dirname, `fonts/${name}.ttf`)))
}

function asFont(bytes: Buffer): Font {
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('this is a collection of fonts')
  return font
}

/** Characters drawn with one font; without a `piece` with Inter. */
export type DrawnSigns = { readonly text: string; readonly piece: FontPiece | undefined }

/** Removes characters that no font draws: controls, including those that change the text direction. */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/(?![\u200C\u200D])\p{Cf}/gu, '')
}

/** Splits a text into graphemes, each with its font. Those that no font draws become question marks. */
export function signsOf(text: string): readonly DrawnSigns[] {
  return graphemesOf(text).flatMap((sign) => drawn(sign, text) ?? [{ text: '?', piece: undefined }])
}

/** Returns the characters of a text that no invoice font draws, without duplicates. */
export function unprintableIn(text: string): readonly string[] {
  const said = plain(text)
  return [...new Set(graphemesOf(said).filter((sign) => !drawn(sign, said)))]
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function graphemesOf(text: string): string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

/** As one glyph if a font has it, else as its parts: a family emoji as its members. */
function drawn(sign: string, text: string): readonly DrawnSigns[] | undefined {
  const bare = sign.replace(/\u200D|\uFE0E|\uFE0F/gu, '')
  for (const form of [sign, bare]) {
    if (inInter(form)) return form === '' ? [] : [{ text: form, piece: undefined }]
    const piece = pieceFor(form, text)
    if (piece) return [{ text: form, piece }]
  }
  const parts = [...bare].map((part) => ({
    text: part,
    piece: inInter(part) ? undefined : pieceFor(part, text),
  }))
  return parts.length > 1 && parts.every(({ text: part, piece }) => piece || inInter(part))
    ? parts
    : undefined
}

function inInter(signs: string): boolean {
  return [...signs].every((sign) => invoiceFonts.regular.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))
}

/** A document's fonts besides Inter, by name: each reduced to the characters in use. */
export type PieceFonts = ReadonlyMap<string, Font>

/** A font with its name in the document. */
export type NamedFont = { readonly name: string; readonly font: Font }

/** Returns the font of these characters. */
export function fontOf({ piece }: DrawnSigns, fonts: PieceFonts, weight: Weight): NamedFont {
  const name = piece ? nameOf(piece.file, weight) : weight
  return { name, font: fonts.get(name) ?? invoiceFonts[weight] }
}

type Weight = keyof typeof weights

function nameOf(file: string, weight: Weight): string {
  return `${basename(file)} ${weight}`
}

const weights = { regular: 400, strong: 600 }

/** Reads the font subsets that these texts need besides Inter; usually none. */
export async function readPieces(texts: readonly string[]): Promise<PieceFonts> {
  const needed = new Map<string, string>()
  for (const { text, piece } of texts.flatMap((each) => signsOf(plain(each))))
    if (piece) needed.set(piece.file, (needed.get(piece.file) ?? '') + text)
  const fonts = new Map<string, Font>()
  if (needed.size === 0) return fonts
  const { default: subsetFont } = await import('subset-font')
  for (const [file, signs] of needed) {
    const whole = await readFile(file)
    for (const weight of ['regular', 'strong'] as const) {
      const options = { targetFormat: 'truetype', variationAxes: { wght: weights[weight] } } as const
      fonts.set(nameOf(file, weight), asFont(await subsetFont(whole, signs, options)))
    }
  }
  return fonts
}
