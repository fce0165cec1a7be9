import { withdrawalDays } from '#domain/billing/refunds/refund.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { usualSet } from '#server/platform/site-files/plan-on-sale.ts'
import { readPrices } from '#server/platform/site-files/read-prices.ts'
import { saveDocuments, shownDocuments } from './saved-documents.ts'
import { shownPrices } from './shown-prices.ts'
import { fixedTerms } from './terms.ts'

const file = 'prices.yaml'

/** `GET /api/admin/site/prices`. */
export const showPrices: UseCase<'pricesAtDesk'> = async (services) => {
  const { config, clock, siteFiles } = services
  const { source, fileChanged, fileDigest, version, texts, versions } = await shownDocuments(services, [file])
  const isDesk = config.priceSet === undefined && source === 'desk'
  const { prices, fileTexts } = siteFiles.current
  return {
    status: 200,
    body: {
      byEnvironment: config.priceSet ?? null,
      source: source === 'desk' && !isDesk ? (fileTexts.has(file) ? 'file' : 'product') : source,
      fileChanged: isDesk && fileChanged,
      fileDigest,
      version,
      text: (isDesk ? texts.get(file) : fileTexts.get(file)) ?? '',
      shown: shownPrices(prices, {
        priceSet: config.priceSet,
        now: clock.now(),
        zone: config.seller.zone,
      }),
      versions: versions.map((one) => ({
        version: one.version,
        savedAt: one.savedAt.toISOString(),
        text: one.texts?.get(file) ?? null,
      })),
      terms: { trialDays: config.trialDays, graceDays: config.graceDays, refundDays: config.refundDays },
      fixedTerms: fixedTerms(config),
      withdrawalDays,
    },
  }
}

/**
 * Saves the prices for new customers. 409 `set-by-environment`; 422 with the lines of all mistakes; 409 `version-conflict`
 * if the desk or the file was changed meanwhile; else refused as `confirmAdmin`.
 */
export const savePrices: UseCase<'savePrices'> = async (services, context) => {
  const { text, version, fileDigest } = context.body
  if (services.config.priceSet !== undefined) return new Problem('set-by-environment')
  const { prices, mistakes } = readPrices(text ?? '')
  if (!prices) {
    const lines = mistakes.map(({ line, sentence }) => mistakeLine({ file, line, sentence }))
    return new Problem('invalid', { fields: { text: { sentence: lines.join('\n') } } })
  }
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  return saveDocuments(services, context, by, {
    texts: new Map([[file, text]]),
    version,
    fileDigest,
    audit: {
      action: 'prices-saved',
      target: file,
      after: text === null ? { fromFile: true } : { onSale: prices.onSale ?? usualSet },
    },
  })
}
