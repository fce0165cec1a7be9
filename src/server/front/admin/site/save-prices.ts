import type { calls } from '#contract/calls.ts'
import { refundDays, withdrawalDays } from '#domain/billing/refunds/refund.ts'
import { confirmAdmin } from '#server/front/admin/confirm-admin.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { mistakeLine } from '#server/platform/runtime/file-mistake.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { digestOf, isFileChanged } from '#server/platform/site/desk-prices.ts'
import { addDocument, documentVersions, newestVersion } from '#server/platform/site/site-document.store.ts'
import { usualSet } from '#server/platform/site-files/plan-on-sale.ts'
import { readPrices } from '#server/platform/site-files/read-prices.ts'
import { shownPrices } from './shown-prices.ts'

/** Versions that the desk offers to restore; all are kept. */
const shownVersions = 50

/** `GET /api/admin/site/prices`. */
export async function showPrices(services: Services): Promise<CallAnswer<typeof calls.pricesAtDesk>> {
  const { config, clock, database, siteFiles } = services
  const versions = await documentVersions(database.db, 'prices.yaml', shownVersions)
  const [saved] = versions
  const { prices, pricesText } = siteFiles.current
  const isDesk = config.priceSet === undefined && saved !== undefined && saved.text !== null
  return {
    status: 200,
    body: {
      byEnvironment: config.priceSet ?? null,
      source: isDesk ? 'desk' : pricesText === undefined ? 'product' : 'file',
      fileChanged: isDesk && isFileChanged(saved, pricesText),
      fileDigest: digestOf(pricesText),
      version: saved?.version ?? 0,
      text: (isDesk ? saved.text : pricesText) ?? '',
      shown: shownPrices(prices, {
        priceSet: config.priceSet,
        now: clock.now(),
        zone: config.seller.zone,
      }),
      versions: versions.map(({ version, saved_at: at, text }) => ({
        version,
        savedAt: at.toISOString(),
        text,
      })),
      trialDays: config.trialDays,
      graceDays: config.graceDays,
      refundDays,
      withdrawalDays,
    },
  }
}

/**
 * Saves the prices for new customers. 409 `set-by-environment`; 422 with the lines of all mistakes; 409 `version-conflict`
 * if the desk or the file was changed meanwhile; else refused as `confirmAdmin`.
 */
export async function savePrices(
  services: Services,
  context: CallContext<typeof calls.savePrices>,
): Promise<CallAnswer<typeof calls.savePrices>> {
  const { config, clock, database, siteFiles } = services
  const { text, version, fileDigest, password } = context.body
  if (config.priceSet !== undefined) return new Problem('set-by-environment')
  const { prices, mistakes } = readPrices(text ?? '')
  if (!prices) {
    const lines = mistakes.map(({ line, sentence }) => mistakeLine({ file: 'prices.yaml', line, sentence }))
    return new Problem('invalid', { fields: { text: { sentence: lines.join('\n') } } })
  }
  const by = await confirmAdmin(services, context, password)
  if (by instanceof Problem) return by
  if (fileDigest !== digestOf(siteFiles.current.pricesText)) return new Problem('version-conflict')
  const saved = await inTransaction(database.db, async (trx) => {
    if ((await newestVersion(trx, 'prices.yaml')) !== version) return false
    const added = await addDocument(trx, {
      name: 'prices.yaml',
      version: version + 1,
      text,
      file_digest: fileDigest,
      saved_at: clock.real(),
    })
    if (!added) return false
    await context.remember(trx, done)
    await recordAudit(trx, services, by, {
      action: 'prices-saved',
      target: 'prices.yaml',
      before: { version },
      after: {
        version: version + 1,
        ...(text === null ? { fromFile: true } : { onSale: prices.onSale ?? usualSet }),
      },
    })
    return true
  })
  if (!saved) return new Problem('version-conflict')
  await siteFiles.refresh()
  return done
}

const done = { status: 200, body: { status: 'ok' } } as const
