import type { calls } from '#contract/calls.ts'
import type { AuditAction } from '#contract/desk/audit-actions.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import { isWithinCentury } from '#domain/interval.ts'
import { readSubscriptionWithin } from '#server/books/billing/read-subscription.ts'
import { assignCoupon, grantPrepaid } from '#server/business/subscriptions/grant-licenses.ts'
import type { DecisionHook } from '#server/business/subscriptions/redeem-coupon.ts'
import { type AuditActor, recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Remember } from '#server/platform/http/idempotency.ts'
import type { CallAnswer, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { ownerIdOf } from './admin-accounts.store.ts'
import { confirmAdmin } from './confirm-admin.ts'

/**
 * Assigns prepaid licences (product.md section 2, Admin screens). 422 `invalid` for more than 100 years; else as
 * `confirmAdmin` and `grantPrepaid`.
 */
export const assignPrepaidAsAdmin: UseCase<'assignPrepaid'> = async (services, context) => {
  const { accountId, licenseCount, interval } = context.body
  if (!isWithinCentury(interval))
    return new Problem('invalid', { fields: { interval: 'field_interval_long' } })
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const { storedAnswer, hook } = auditHook(services, context.remember, by, {
    action: 'prepaid-assigned',
    accountId,
    more: { interval },
  })
  const done = await grantPrepaid(services, { accountId, licenseCount, interval }, hook)
  return done instanceof Problem ? done : storedAnswer()
}

/** Redeems a coupon for an account. Failures as `confirmAdmin` and `assignCoupon`. */
export const assignCouponAsAdmin: UseCase<'assignCoupon'> = async (services, context) => {
  const { accountId, couponCode } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const { storedAnswer, hook } = auditHook(services, context.remember, by, {
    action: 'coupon-assigned',
    accountId,
    more: { couponKey: couponKey(couponCode) },
  })
  const done = await assignCoupon(services, { accountId, couponCode }, hook)
  return done instanceof Problem ? done : storedAnswer()
}

type Answer = CallAnswer<typeof calls.assignPrepaid>

/** Stores audit entry and answer if the subscription changes; `storedAnswer` returns that answer afterwards. */
function auditHook(
  services: Pick<Services, 'config' | 'clock' | 'log'>,
  remember: Remember,
  by: AuditActor,
  { action, accountId, more }: { action: AuditAction; accountId: string; more: object },
): { storedAnswer: () => Answer; hook: DecisionHook } {
  let answer: Exclude<Answer, Problem | 'sent'> | undefined
  return {
    storedAnswer() {
      if (!answer) throw new Error('an admin changed nothing')
      return answer
    },
    async hook(trx, { before, decision }) {
      const owner = await ownerIdOf(trx, accountId)
      answer = { status: 200, body: { subscription: await readSubscriptionWithin(trx, services, owner) } }
      await remember(trx, answer)
      await recordAudit(trx, services, by, {
        action,
        target: accountId,
        before: shortOf(before),
        after: { ...shortOf(decision.next), ...more },
      })
    },
  }
}

function shortOf({ status, until, licenseCount, includedLicenses, coupon }: SubscriptionState) {
  return { status, until, licenseCount, includedLicenses, coupon }
}
