import type { Account, AccountUser, Subscription } from '#contract/accounts/accounts.ts'
import { fieldMessageKey } from '#contract/problems.ts'
import type { teamCalls } from '#contract/team/team-calls.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { decideTeamChange, type TeamDecision, type TeamRequest } from '#domain/team/decide-team-change.ts'
import { runPaymentSteps } from '#server/books/billing/charging/run-payment-steps.ts'
import type { DecidedStep } from '#server/books/billing/charging/store-decision.ts'
import { paymentProblem } from '#server/books/billing/payment-problem.ts'
import { subscriptionOf } from '#server/books/billing/read-subscription.ts'
import { usersOf, waitingIn } from '#server/identity/accounts/read-account.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { readUserSessionRowWithin } from '#server/identity/accounts/user-session.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, UseCase } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { ChargeResult } from '#server/platform/outside/payment.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { applyChange } from './apply-change.ts'
import { payForUsers } from './pay-for-users.ts'
import { seatedSubscription, seatProblems } from './seated-subscription.ts'
import { lockTeam, type StoredTeam } from './team.store.ts'
import { insertWaitingUsers } from './waiting-users.store.ts'

/**
 * Saves the users of an account, all or none, in one transaction, serialised with other changes of the team. With more
 * paid users the change waits for the payment and is made with it (decisions/092-users-and-money.md): 409
 * `card-declined` where that fails, 202 while it is pending. 409 `version-conflict`, `no-seat-left`, `card-needed`,
 * `subscription-needed`, `contact-taken`, `quote-needed`, `quote-stale`, `charge-in-flight` and `payment-overdue`, 403
 * for the owner's privileges and before the owner has confirmed an address, 404 for a user of another account, 422 by
 * field.
 */
export const saveUsers: UseCase<'saveUsers'> = async (services, { body, viewer, remember }) => {
  const { accountId } = viewer
  const wait = body.notify.length > 0 && (await services.limits.newUserMails.consume(accountId))
  if (wait) return wait
  const request = { userId: viewer.userId, ...body }

  const saved = await inTransaction(services.database.db, async (trx): Promise<Saved | Problem> => {
    const team = await lockTeamAndAddresses(trx, services, accountId, body.notify)
    const decision = decideTeamChange(team, request, seatedSubscription(services, team.subscription))
    if (!('ok' in decision)) return refusalOf(decision)
    const { licenses, change } = decision
    const payment =
      licenses !== undefined &&
      (await payForUsers(trx, services, { accountId, quoteId: body.quoteId, licenses }))
    if (payment instanceof Problem) return payment
    const charge = payment ? payment.decision.charge : undefined
    const steps = payment ? payment.steps : []
    if (charge) {
      await keepWaiting(trx, services, { accountId, decision, request, charge })
      return { steps }
    }
    const mails = { notify: body.notify, cause: `v${body.version}`, invitedBy: decision.by.name }
    await applyChange(trx, services, { team, change, accountId, mails })
    const answer = { status: 200, body: await readTeamWithin(trx, services, viewer) } as const
    await remember(trx, answer)
    return { answer, steps }
  })
  if (saved instanceof Problem) return saved
  const charged = await runPaymentSteps(services, saved.steps)
  return saved.answer ?? paidAnswer(services, viewer, charged)
}

type Saved = {
  /** Absent while the change waits for its payment. */
  readonly answer?: Exclude<CallAnswer<typeof teamCalls.saveUsers>, Problem | 'sent'>
  readonly steps: readonly DecidedStep[]
}

/** Addresses first: the lock order everywhere. */
async function lockTeamAndAddresses(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  accountId: string,
  notify: readonly string[],
): Promise<StoredTeam> {
  for (const key of [...new Set(notify.map(emailKey))].toSorted()) await lockAddress(trx, key)
  return lockTeam(trx, accountId, clock.now())
}

/** Stores the change with the charge that pays for it; settling the charge makes the change. */
async function keepWaiting(
  trx: Trx,
  { clock }: Pick<Services, 'clock'>,
  of: { accountId: string; decision: TeamDecision; request: TeamRequest; charge: { key: string } },
): Promise<void> {
  const { by } = of.decision
  const { users, notify } = of.request
  await insertWaitingUsers(trx, {
    accountId: of.accountId,
    chargeKey: of.charge.key,
    change: { by: { userId: by.id, role: by.role }, byName: by.name, users, notify },
    now: clock.now(),
  })
}

/**
 * The outcome of the payment. Repeating the request finds newer versions of team and subscription: nothing is charged
 * twice.
 */
async function paidAnswer(
  services: Pick<Services, 'config' | 'database' | 'clock'>,
  viewer: Viewer,
  charged: ChargeResult | undefined,
): Promise<CallAnswer<typeof teamCalls.saveUsers>> {
  const problem = paymentProblem(charged)
  if (problem) return problem
  // mutant `charged?.kind → charged.kind`: a charge that was ordered has been asked for
  const kind = charged?.kind
  if (kind === 'cancelled') return new Problem('card-declined')
  const body = await inTransaction(services.database.db, (trx) => readTeamWithin(trx, services, viewer))
  if (kind === 'succeeded') return { status: 200, body }
  const status = kind === 'needs-action' ? 'confirmation-required' : 'payment-pending'
  return { status: 202, body: { ...body, status } }
}

function refusalOf(refusal: Exclude<ReturnType<typeof decideTeamChange>, TeamDecision>): Problem {
  if (refusal.problem === 'contact-taken')
    return new Problem('contact-taken', {
      detail: { key: 'users_contact_taken', values: { email: refusal.email } },
    })
  if (refusal.problem === 'invalid') {
    const fields = refusal.faults.map(({ index, field, fault }) => [
      `users.${index}.${field}`,
      fieldMessageKey(fault),
    ])
    return new Problem('invalid', { fields: Object.fromEntries(fields) })
  }
  // existing users are mailed by a separate call
  if (refusal.problem === 'not-new') {
    const fields = refusal.places.map((place) => [`notify.${place}`, 'field_user_not_new'])
    return new Problem('invalid', { fields: Object.fromEntries(fields) })
  }
  return new Problem(problemCodes[refusal.problem])
}

const problemCodes = {
  'version-conflict': 'version-conflict',
  'not-found': 'not-found',
  forbidden: 'forbidden',
  'login-required': 'login-required',
  'confirmation-required': 'confirmation-required',
  ...seatProblems,
} as const

/** Returns the users and subscription of an account inside the transaction that changes its users. */
async function readTeamWithin(
  trx: Trx,
  services: Pick<Services, 'config' | 'clock'>,
  viewer: Viewer,
): Promise<
  Pick<Account, 'version' | 'waitingUsers'> & { users: AccountUser[]; subscription: Subscription | null }
> {
  const row = await readUserSessionRowWithin(trx, viewer.userId)
  if (!row) throw new Error('the user of a session is gone')
  return {
    users: usersOf(row),
    version: row.account.version,
    subscription: subscriptionOf(services, row, viewer),
    ...waitingIn(row),
  }
}
