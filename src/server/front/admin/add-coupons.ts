import { fieldMessageKey } from '#contract/problems.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { type CouponBatch, checkCouponBatch, namedCodes } from '#domain/coupons/coupon-batch.ts'
import { checkMoneyOff, type MoneyOffTerms } from '#domain/coupons/money-off-terms.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { insertCoupons } from './admin-coupons.store.ts'
import { confirmAdmin } from './confirm-admin.ts'

/** The number of codes that an audit entry lists. */
const namedInAudit = 20

/**
 * Adds coupons that differ only in their codes, all or none (product.md section 2, Coupon add). 422 `invalid` as
 * `checkCouponBatch`, and for existing codes, which it names; else as `confirmAdmin`.
 */
export const addCoupons: UseCase<'addCoupons'> = async (services, context) => {
  const { password: _, ...sent } = context.body
  const off = 'off' in sent ? sent.off : undefined
  const batch = trimmed('off' in sent ? { ...sent, ...someLicences } : sent)
  const refused = refusedFields(batch, off)
  if (refused) return refused
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const created = batch.codes.length
  const answer = { status: 200, body: { created } } as const
  try {
    await inTransaction(services.database.db, async (trx) => {
      const taken = new Set(await insertCoupons(trx, rowsOf(batch, services.clock.now(), off)))
      if (taken.size > 0) throw new CodesTaken(batch.codes.filter((code) => taken.has(couponKey(code))))
      await context.remember(trx, answer)
      const { codes, licenseCount, interval, ...shared } = batch
      const keys = codes.map(couponKey)
      await recordAudit(trx, services, by, {
        action: 'coupons-added',
        target: keys[0] ?? '',
        after: {
          count: created,
          ...(off ? { off } : { licenseCount, interval }),
          ...shared,
          ...(keys.length <= namedInAudit ? { couponKeys: keys } : { firstCouponKey: keys[0] }),
        },
      })
    })
  } catch (error) {
    if (error instanceof CodesTaken) return error.problem
    throw error
  }
  return answer
}

/** Thrown to roll back a batch. */
class CodesTaken extends Error {
  readonly problem: Problem
  constructor(codes: readonly string[]) {
    super('coupons exist')
    this.problem = new Problem('invalid', {
      fields: { codes: { key: 'field_coupon_codes_taken', values: { codes: namedCodes(codes) } } },
    })
  }
}

/** Valid licences for the check of a batch that has none. */
const someLicences = { licenseCount: 1, interval: { value: 1, unit: 'm' } } as const

function refusedFields(batch: CouponBatch, off: MoneyOffTerms | undefined): Problem | undefined {
  const faults = Object.entries(checkCouponBatch(batch))
  const ofMoney = Object.entries(off ? checkMoneyOff(off) : {})
  if (faults.length + ofMoney.length === 0) return undefined
  return new Problem('invalid', {
    fields: Object.fromEntries([
      ...faults.map(([field, { fault, codes = [] }]) => [
        field,
        { key: fieldMessageKey(fault), values: { codes: namedCodes(codes) } },
      ]),
      ...ofMoney.map(([field, fault]) => [field, fieldMessageKey(fault)]),
    ]),
  })
}

/** Trims all fields and leaves empty ones out. */
function trimmed({
  licenseCount,
  interval,
  maxUsages,
  associate,
  validUntil,
  codes,
}: CouponBatch): CouponBatch {
  return {
    licenseCount,
    interval,
    maxUsages,
    associate: associate?.trim() || undefined,
    validUntil: validUntil?.trim() || undefined,
    codes: codes.map((code) => code.trim()),
  }
}

function rowsOf(
  { licenseCount, interval, associate, maxUsages, validUntil, codes }: CouponBatch,
  now: Date,
  off: MoneyOffTerms | undefined,
) {
  return codes.map((code) => ({
    code_key: couponKey(code),
    code,
    associate: associate ?? null,
    // the interval of a coupon without licences means nothing
    license_count: off ? 0 : licenseCount,
    off: off ? JSON.stringify(off) : null,
    interval_value: interval.value,
    interval_unit: interval.unit,
    max_uses: maxUsages ?? null,
    valid_until: validUntil ?? null,
    created_at: now,
  }))
}
