import { strToU8, zipSync } from 'fflate'
import { formatDay } from '#domain/dates.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { Sender } from '#server/platform/mail/compose-mail.ts'
import { asCsv, type Cell } from '#server/platform/runtime/csv.ts'
import type { ExportSection } from './export-section.ts'

/** A section with its rows. */
type FilledSection = Pick<ExportSection, 'name' | 'about' | 'columns'> & {
  readonly rows: readonly Readonly<Record<string, Cell>>[]
}

export type ExportContents = {
  /** The user's name. */
  readonly name: string
  readonly language: Language
  readonly at: Date
  readonly sections: readonly FilledSection[]
  readonly picture?: ExportedFile | undefined
  /** Invoices and credit notes as PDF. */
  readonly invoices: readonly ExportedFile[]
}

type ExportedFile = { readonly fileName: string; readonly bytes: Uint8Array }

/** Returns the ZIP: README.txt in the user's language, data.json, and a table for each section. */
export function exportArchive(contents: ExportContents, sender: Sender): Uint8Array {
  const { sections, picture, invoices, at } = contents
  const tables = sections.map(({ name, columns, rows }) => [`${name}.csv`, strToU8(asCsv(columns, rows))])
  const files: Record<string, Uint8Array> = {
    'README.txt': strToU8(readme(contents, sender)),
    'data.json': strToU8(asJson(contents, sender)),
    ...Object.fromEntries(tables),
    ...(picture && { [picture.fileName]: picture.bytes }),
    ...Object.fromEntries(invoices.map(({ fileName, bytes }) => [`invoices/${fileName}`, bytes])),
  }
  return zipSync(files, { mtime: at })
}

function asJson({ sections, at }: ExportContents, { productName, baseUrl }: Sender): string {
  const tables = Object.fromEntries(sections.map(({ name, rows }) => [name, rows]))
  const data = { product: productName, address: baseUrl.origin, exportedAt: at, ...tables }
  return `${JSON.stringify(data, undefined, 2)}\n`
}

/** CRLF, which every editor reads. */
function readme(
  { name, language: locale, at, sections, picture, invoices }: ExportContents,
  sender: Sender,
): string {
  const { productName: product, baseUrl } = sender
  const date = formatDay(at.toISOString().slice(0, 10), locale)
  const files = sections.map((section) => [`${section.name}.csv`, section.about({}, { locale })])
  if (picture) files.push([picture.fileName, m.export_picture({}, { locale })])
  if (invoices.length > 0) files.push(['invoices/', m.export_invoice_files({}, { locale })])
  const width = Math.max(...files.map(([file = '']) => file.length))
  const paragraphs = [
    m.export_readme_title({ product, address: baseUrl.origin }, { locale }),
    m.export_readme_lead({ name, date }, { locale }),
    m.export_readme_formats({}, { locale }),
    m.export_readme_secrets({}, { locale }),
    m.export_readme_contents({}, { locale }),
    files.map(([file = '', about]) => `  ${file.padEnd(width)}  ${about}`).join('\n'),
  ]
  return `${paragraphs.join('\n\n')}\n`.replaceAll('\n', '\r\n')
}
