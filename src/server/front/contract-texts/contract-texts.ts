import { isDeepStrictEqual } from 'node:util'
import type { TextVersion } from '#contract/site/site.ts'
import type { Language } from '#domain/language.ts'
import { m } from '#messages/generated-mails/messages.js'
import { textVersion } from '#server/front/documents/fill-text.ts'
import { readSiteConfig } from '#server/front/documents/site-config.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { MailAttachment } from '#server/platform/outside/mail.ts'
import type { Services } from '#server/platform/services/services.ts'
import { textPdf } from './text-pdf.ts'

/**
 * Returns the current terms as PDF, and for consumers the withdrawal instructions: the attachments of order mails, on a
 * durable medium (§ 312f BGB). Every customer gets the terms, which all accept; a business has no right of withdrawal,
 * and instructions could be read as granting one.
 */
export async function contractTexts(
  trx: Trx,
  services: Services,
  { language, isConsumer }: { language: Language; isConsumer: boolean },
): Promise<readonly MailAttachment[]> {
  const site = await readSiteConfig({ ...services, database: { ...services.database, db: trx } }, noVideos)
  const sources = { site, files: services.siteFiles.current, catalogue: noVideos }
  const names = isConsumer
    ? (['terms-and-conditions', 'withdrawal'] as const)
    : ['terms-and-conditions' as const]
  return Promise.all(
    names.map(async (name) => {
      const text = textVersion(sources, name, language)
      return {
        fileName: fileNames[name]({}, { locale: text.language }),
        contentType: 'application/pdf',
        bytes: await pdfOf(services, `${name} ${language}`, text),
      }
    }),
  )
}

const fileNames = {
  'terms-and-conditions': m.mail_file_terms,
  withdrawal: m.mail_file_withdrawal,
} as const

/** Videos in a text are for screens only. */
const noVideos = { videos: [], series: [], placeOf: new Map<string, number>() }

const made = new Map<string, { readonly text: TextVersion; readonly bytes: Buffer }>()

/** Cached by content. */
async function pdfOf(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  key: string,
  text: TextVersion,
): Promise<Buffer> {
  const known = made.get(key)
  if (known && isDeepStrictEqual(known.text, text)) return known.bytes
  const bytes = await textPdf(text, {
    author: config.seller.name,
    creator: config.productName,
    at: clock.now(),
  })
  made.set(key, { text, bytes })
  return bytes
}
