import {
  chargesInDoubt,
  failingEvents,
  lastComparisons,
  openDisputes,
} from '#server/business/reports/open-payments.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'

/** `GET /api/admin/money/open`: payments that need somebody, and what the reconciliations found. */
export const showOpenPayments: UseCase<'openPayments', 'clock' | 'config' | 'database'> = async ({
  database: { db },
  clock,
  config,
}) => {
  const [charges, disputes, events, comparisons] = [
    await chargesInDoubt(db, clock.real()),
    await openDisputes(db),
    await failingEvents(db),
    await lastComparisons(db),
  ]
  return {
    status: 200,
    body: {
      zone: config.seller.zone,
      charges: {
        count: charges.count,
        items: charges.items.map(shownCharge),
      },
      disputes: {
        count: disputes.count,
        items: disputes.items.map(shownDispute),
      },
      comparisons: comparisons.map(
        ({ provider, since, ran_at: at, outcome, charges, refunds, differences }) => ({
          provider,
          since: since.toISOString(),
          at: at.toISOString(),
          outcome,
          charges,
          refunds,
          differences: (differences as readonly { kind: string; ref: string; amountCents: number }[]).map(
            ({ kind, ref, amountCents: cents }) => ({ kind, ref, cents }),
          ),
        }),
      ),
      events: {
        count: events.count,
        items: events.items.map(({ id, provider, type, attempts, error, receivedAt, nextAt }) => ({
          id,
          provider,
          type,
          attempts,
          error,
          receivedAt: receivedAt.toISOString(),
          nextAt: nextAt.toISOString(),
        })),
      },
    },
  }
}

type Items<Listed extends (...of: never[]) => Promise<{ readonly items: readonly unknown[] }>> = Awaited<
  ReturnType<Listed>
>['items'][number]

function shownCharge(row: Items<typeof chargesInDoubt>) {
  const { id, cents, state, provider, ref, isGivenUp } = row
  return {
    id,
    cents,
    state,
    provider,
    ref,
    isGivenUp,
    of: ownerOf(row),
    since: row.since.toISOString(),
    askedAt: row.askedAt.toISOString(),
    mayGiveUp: ref !== null && !isGivenUp,
  }
}

function shownDispute(row: Items<typeof openDisputes>) {
  const { ref, provider, cents } = row
  return {
    ref,
    provider,
    cents,
    of: ownerOf(row),
    since: row.since.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    url: provider === 'stripe' ? stripeDispute(ref, row.mode === 'test') : null,
  }
}

function ownerOf({
  owner,
  ownerKind,
  name,
}: {
  readonly owner: string | null
  readonly ownerKind: 'account' | 'order'
  readonly name: string | null
}) {
  return owner === null ? null : { kind: ownerKind, id: owner, name: name ?? '' }
}

function stripeDispute(ref: string, isTest: boolean): string {
  return `https://dashboard.stripe.com/${isTest ? 'test/' : ''}disputes/${encodeURIComponent(ref)}`
}
