import { readInvoices } from '#server/books/invoices/invoice.store.ts'
import { invoiceFile } from '#server/books/invoices/invoice-file.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import type { MediaStore } from '#server/platform/outside/media-store.ts'
import type { Services } from '#server/platform/services/services.ts'
import { type ExportContents, exportArchive } from './export-archive.ts'
import type { Who } from './export-section.ts'
import { exportSections } from './export-sections.ts'
import { invoicesSection } from './money-sections.store.ts'
import { pictureKeyOf } from './user-sections.store.ts'

/**
 * Sends a ZIP with all data about a user, and the account data that their permissions cover (GDPR Art. 15 and 20;
 * decisions/083-own-data.md). 429 after six an hour.
 */
export const exportOwnData: UseCase<'exportOwnData'> = async (services, { viewer, reply }) => {
  const wait = await services.limits.exportOwnData.consume(viewer.userId)
  if (wait) return wait
  const contents = await readContents(services, viewer)
  const bytes = exportArchive(contents, services.config)
  const day = contents.at.toISOString().slice(0, 10)
  reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename="lectern-data-${day}.zip"`)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return 'sent'
}

/** Reads everything in one snapshot. */
async function readContents(
  services: Pick<Services, 'database' | 'clock' | 'media'>,
  who: Who,
): Promise<ExportContents> {
  const { database, media, clock } = services
  const { pictureKey, invoiceRows, ...contents } = await inTransaction(
    database.db,
    async (trx) => {
      const shown = exportSections.filter(
        ({ permission }) => !permission || who.permissions.includes(permission),
      )
      const sections = []
      for (const { name, about, columns, read } of shown)
        sections.push({ name, about, columns, rows: await read(trx, who) })
      const user = sections.find(({ name }) => name === 'user')?.rows[0]
      return {
        name: String(user?.name ?? ''),
        language: await languageOfUser(trx, who.userId),
        at: clock.now(),
        sections,
        pictureKey: await pictureKeyOf(trx, who.userId),
        invoiceRows: shown.includes(invoicesSection) ? await readInvoices(trx, who.accountId) : [],
      }
    },
    'repeatable read',
  )
  const invoices = []
  for (const row of invoiceRows) invoices.push(await invoiceFile(services, row, 'pdf'))
  return {
    ...contents,
    picture: pictureKey === undefined ? undefined : await readPicture(media, pictureKey),
    invoices: invoices.filter((file) => file !== undefined),
  }
}

async function readPicture(media: MediaStore, key: string): Promise<ExportContents['picture']> {
  const medium = await media.open(key)
  if (!medium) return undefined
  try {
    return { fileName: `picture${key.slice(key.indexOf('.'))}`, bytes: await medium.bytes() }
  } finally {
    await medium.close()
  }
}
