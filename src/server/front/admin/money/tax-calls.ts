import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { type DatevSettings, datevBooking, datevHead } from '#domain/exports/datev.ts'
import { ossFile } from '#domain/exports/oss-return.ts'
import { salesListFile } from '#domain/exports/sales-list.ts'
import { salesIn } from '#server/business/reports/sold-documents.store.ts'
import { type TaxFault, type TaxReturn, taxReturn } from '#server/business/reports/tax-return.ts'
import { windows1252 } from '#server/business/reports/windows-1252.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { sendCsv, sendFile } from '#server/front/admin/send-file.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { route, type UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/** Faults that the page shows. */
const mostFaults = 100

/** Registers the admin's calls about what is declared to tax advisers and offices. */
export function registerTaxCalls(app: FastifyInstance, services: Services): void {
  const {
    database: { db },
    clock,
    config: { seller },
  } = services
  const settings = async () => (await readSetting(db, 'datev')) as DatevSettings | undefined
  const read = async (period: string) =>
    taxReturn(db, period, { zone: seller.zone, settings: await settings() })
  /** What is declared, unless something about that file has to be put right first. */
  const readFor = async (period: string, file: TaxFault['file']): Promise<TaxReturn | Problem> => {
    const found = await read(period)
    return found.faults.some((fault) => fault.file === file) ? new Problem('export-incomplete') : found
  }

  route(app, calls.taxReturn, async ({ query: { period } }) => {
    const { faults, oss, ...declared } = await read(period)
    const kept = await settings()
    return {
      status: 200,
      body: {
        ...declared,
        settings: kept ? { ...kept, accounts: [...kept.accounts] } : null,
        oss: isQuarter(period) ? oss : null,
        faults: faults.slice(0, mostFaults),
        faultCount: faults.length,
      },
    }
  })
  route(app, calls.datevFile, async ({ query: { period }, reply }) => {
    const found = await readFor(period, 'datev')
    const kept = await settings()
    if (found instanceof Problem || !kept) return new Problem('export-incomplete')
    return sendFile(reply, {
      name: `EXTF_Buchungsstapel_${period}.csv`,
      type: 'text/csv; charset=windows-1252',
      content: datevPieces(kept, found),
    })
  })
  async function* datevPieces(kept: DatevSettings, days: Pick<TaxReturn, 'from' | 'to'>) {
    yield windows1252(datevHead(kept, days, timestampOf(clock.now(), seller.zone)))
    for await (const sales of salesIn(db, days))
      yield windows1252(sales.map((sale) => datevBooking(sale, kept) ?? '').join(''))
  }
  route(app, calls.ossFile, async ({ query: { period }, reply }) => {
    const found = isQuarter(period) ? await readFor(period, 'oss') : new Problem('export-incomplete')
    if (found instanceof Problem) return found
    return sendCsv(reply, `oss-${period}.csv`, ossFile(found.oss.lines))
  })
  route(app, calls.salesListFile, async ({ query: { period }, reply }) => {
    const found = await readFor(period, 'sales-list')
    if (found instanceof Problem) return found
    return sendCsv(reply, `zm-${period}.csv`, salesListFile(found.salesList))
  })
  route(app, calls.saveDatev, (context) => saveDatev(services, context))
}

/** Saves what the tax adviser says about DATEV. Refused as `confirmAdminLately`. */
const saveDatev: UseCase<'saveDatev'> = async (services, context) => {
  const { password: _, ...settings } = context.body
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const before = await readSetting(trx, 'datev')
    await writeSetting(trx, 'datev', settings)
    return {
      action: 'datev-saved',
      target: 'datev',
      ...(before !== undefined && { before: { settings: before } }),
      after: { settings },
    }
  })
}

function isQuarter(period: string): boolean {
  return period.includes('Q')
}

/** Local time, `YYYYMMDDHHMMSSFFF`. */
function timestampOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment)
  return `${parts.replaceAll(/\D/g, '')}${String(moment.getUTCMilliseconds()).padStart(3, '0')}`
}
