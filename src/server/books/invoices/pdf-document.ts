import PdfDocument from 'pdfkit'
import type { Language } from '#domain/language.ts'
import { invoiceFonts, readPieces } from './invoice-fonts.ts'
import { drawnWith, edge, type Sheet } from './invoice-page.ts'

type About = {
  readonly language: Language
  readonly title: string
  readonly author: string
  readonly subject: string
  readonly creator: string
  readonly at: Date
  /** User input, which may need further fonts: the rest is ours, and Latin. */
  readonly typed: readonly string[]
  readonly size?: 'A4' | 'A6'
}

/**
 * Starts a tagged PDF/A-3 with embedded fonts. Deterministic: the same text gives the same bytes. `close` completes it
 * and returns its bytes.
 */
export async function openPdf(about: About): Promise<{ page: Sheet; close: () => Promise<Buffer> }> {
  const { language, title, author, subject, creator, at, typed, size = 'A4' } = about
  const pdf = new PdfDocument({
    size,
    margins: { top: edge, left: edge, right: edge, bottom: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b' as 'PDF/A-3',
    tagged: true,
    lang: language,
    displayTitle: true,
    font: drawnWith(invoiceFonts.regular),
    info: {
      Title: title,
      Author: author,
      Subject: subject,
      Creator: creator,
      Producer: 'pdfkit',
      CreationDate: at,
      ModDate: at,
    },
  })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
  })
  pdf.registerFont('regular', drawnWith(invoiceFonts.regular))
  pdf.registerFont('strong', drawnWith(invoiceFonts.strong))
  const fonts = await readPieces(typed)
  for (const [name, font] of fonts) pdf.registerFont(name, drawnWith(font))
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const close = () => {
    pdf.end()
    return done
  }
  return { page: { pdf, under: root, fonts, y: 0 }, close }
}
