import { inflateSync } from 'node:zlib'

/** A run of signs on a page of a PDF, with the box that it fills, in points from the lower left corner of the page. */
export type PdfText = {
  readonly page: number
  readonly text: string
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** Every text that a PDF of ours shows, by its pages, read from its bytes. Throws where a PDF is not written as pdfkit writes it. */
export function textsOfPdf(pdf: Buffer): readonly PdfText[] {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  return pages.flatMap(({ head }, page) => {
    const fonts = fontsOf(objects, objectAt(objects, head, 'Resources').head)
    return textsOf(objectAt(objects, head, 'Contents').stream, fonts).map((text) => ({ ...text, page }))
  })
}

/**
 * The pairs of texts of a page that overlap by more than half a point, and the texts that leave their page, each as its
 * text.
 */
export function collisionsIn(texts: readonly PdfText[], width = 595.28): readonly string[] {
  const outside = texts.filter(({ left, right, bottom }) => left < 0 || right > width || bottom < 0)
  const pairs = texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter((other) => one.page === other.page && overlap(one, other))
      .map((other) => `${one.text} | ${other.text}`),
  )
  return [...outside.map(({ text }) => `${text} | end of the page`), ...pairs]
}

const slack = 0.5

function overlap(one: PdfText, other: PdfText): boolean {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const high = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom)
  return wide > slack && high > slack
}

type PdfObject = { readonly head: string; readonly stream: string }

function objectsOf(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const said = pdf.toString('latin1')
  const found = new Map<string, PdfObject>()
  for (const [, id = '', head = '', body] of said.matchAll(
    /^(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n([\s\S]*?)\nendstream)?\nendobj/gm,
  ))
    found.set(id, { head, stream: body === undefined ? '' : unpacked(head, body) })
  return found
}

function unpacked(head: string, body: string): string {
  if (!head.includes('/FlateDecode')) return body
  return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
}

/** The object to which a key of a dictionary refers, alone or first of an array. */
function objectAt(objects: ReadonlyMap<string, PdfObject>, head: string, key: string): PdfObject {
  const [, id = ''] = head.match(new RegExp(`/${key} \\[?(\\d+) 0 R`)) ?? []
  const object = objects.get(id)
  if (!object) throw new Error(`the PDF has no ${key} in ${head}`)
  return object
}

/** Widths in thousandths of the size, and the characters, by the number of a glyph. */
type PdfFont = { readonly widths: readonly number[]; readonly signs: readonly string[] }

function fontsOf(objects: ReadonlyMap<string, PdfObject>, resources: string): ReadonlyMap<string, PdfFont> {
  const fonts = new Map<string, PdfFont>()
  for (const [all, name = ''] of resources.matchAll(/\/(F\d+) \d+ 0 R/g)) {
    const { head } = objectAt(objects, all, name)
    const { head: drawn } = objectAt(objects, head, 'DescendantFonts')
    const [, widths = ''] = drawn.match(/\/W \[0 \[([^\]]*)\]\]/) ?? []
    const { stream } = objectAt(objects, head, 'ToUnicode')
    const ranges = [...stream.matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[([^\]]*)\]/g)]
    const signs = ranges.flatMap(([, codes = '']) => [...codes.matchAll(/<([0-9a-f ]*)>/g)].map(signOf))
    fonts.set(name, { widths: widths.split(' ').map(Number), signs })
  }
  return fonts
}

function signOf([, code = '']: RegExpMatchArray): string {
  return Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
}

/** Between the lowest and the highest point of a letter, in parts of the size: less than a line, so that lines may follow closely. */
const [depth, height] = [0.2, 0.73]

function textsOf(content: string, fonts: ReadonlyMap<string, PdfFont>): readonly Omit<PdfText, 'page'>[] {
  const texts: Omit<PdfText, 'page'>[] = []
  let [x, y, size] = [0, 0, 0]
  let font: PdfFont | undefined
  for (const [all] of content.matchAll(/^.*(?:Tm|Tf|TJ)$/gm)) {
    const parts = all.split(' ')
    if (all.endsWith('Tm')) {
      const [across = 0, up = 0] = parts.slice(4, 6).map(Number)
      ;[x, y] = [across, up]
    } else if (all.endsWith('Tf')) {
      font = fonts.get(all.slice(1).split(' ')[0] ?? '')
      size = Number(parts[1])
    } else if (font) {
      const { text, width } = shown(all, font)
      const box = {
        left: x,
        right: x + (width * size) / 1000,
        bottom: y - depth * size,
        top: y + height * size,
      }
      if (text.trim() !== '') texts.push({ text, ...box })
      x += (width * size) / 1000
    }
  }
  return texts
}

/** `[<00010002> 9.76 <0003> 0] TJ`: glyphs, and how far the next ones are drawn back. */
function shown(operator: string, { widths, signs }: PdfFont): { text: string; width: number } {
  let [text, width] = ['', 0]
  for (const [, glyphs, back] of operator.matchAll(/<([0-9a-f]*)>|(-?[\d.]+)/g)) {
    if (glyphs === undefined) width -= Number(back)
    else
      for (const [code] of glyphs.matchAll(/.{4}/g)) {
        const glyph = Number.parseInt(code, 16)
        text += signs[glyph] ?? ''
        width += widths[glyph] ?? 0
      }
  }
  return { text, width }
}
