import type { FastifyInstance } from 'fastify'
import { fieldMessageKey } from '#contract/problems.ts'
import type { teamCalls } from '#contract/team/team-calls.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { permissionsOf } from '#domain/team/permission.ts'
import { licensesFor, seatsFor } from '#domain/team/seats.ts'
import { type ChangedTeam, changeTeam, type TeamRefusal } from '#domain/team/team.ts'
import { readTeamWithin } from '#server/accounts/read-session.ts'
import { lockAddress } from '#server/accounts/registration.store.ts'
import { cardDeclined } from '#server/billing/card-declined.ts'
import { runPaymentSteps } from '#server/billing/charging/run-payment-steps.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { Viewer } from '#server/http/visitor.ts'
import type { ChargeResult } from '#server/outside/payment.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { endSessionsOf } from '#server/sessions/sessions.ts'
import { readServiceMode } from '#server/site/service-mode.ts'
import { applyChange } from './apply-change.ts'
import { mailNewUser } from './mail-new-user.ts'
import { payForUsers } from './pay-for-users.ts'
import { seatedBy, seatProblems } from './seated-by.ts'
import { lockTeam } from './team.store.ts'
import { insertWaitingUsers } from './waiting-users.store.ts'

/**
 * Saves the users of an account, all or nothing, in one transaction that no other change of the same team comes
 * between. Where more users are paid for, the change waits for the payment and is made with it
 * (decisions/092-users-and-money.md): 409 `card-declined` where that fails, 202 while it is not known. 409
 * `version-conflict`, `no-seat-left`, `card-needed`, `contact-taken`, `quote-needed`, `quote-stale`, `charge-in-flight` and
 * `payment-overdue`, 403 for what is the owner's to do and before the owner has confirmed an address, 404 for a user of
 * another account, 422 by field.
 */
export async function saveUsers(
  app: FastifyInstance,
  services: Services,
  { body, viewer, remember }: CallContext<typeof teamCalls.saveUsers>,
): Promise<CallAnswer<typeof teamCalls.saveUsers>> {
  const { database, clock } = services
  const { accountId } = viewer
  const notified = new Set(body.notify.map(emailKey))
  const wait = notified.size > 0 && (await app.limits.newUserMails.consume(accountId))
  if (wait) return wait
  const serviceMode = await readServiceMode(services)

  const saved = await inTransaction(database.db, async (trx) => {
    for (const key of [...notified].toSorted()) await lockAddress(trx, key)
    const team = await lockTeam(trx, accountId, clock.now())
    // what the session said may have changed while this waited
    const by = team.members.find(({ id }) => id === viewer.userId)
    if (!by) return new Problem('login-required')
    if (!permissionsOf(by.role).includes('users.manage')) return new Problem('forbidden')
    // before that nobody knows whose account it is, and nobody is written to in its name
    const isOpen = team.members.some(({ role, confirmed }) => role === 'owner' && confirmed)
    if (!isOpen && body.users.some(({ id }) => id === undefined)) return new Problem('confirmation-required')
    const seated = seatedBy(services, team.subscription)
    const wanted = { by: { userId: by.id, role: by.role }, version: body.version, users: body.users }
    const change = changeTeam(team, wanted, (userCount) => {
      const answer = seatsFor(seated, userCount)
      return answer === 'price-change' ? 'fits' : answer
    })
    if (!('ok' in change)) return refusalOf(change)
    const refusal = refuseToNotify(body.notify, change)
    if (refusal) return refusal

    const count = { before: team.members.length, after: change.userCount }
    const licenses = seated ? licensesFor(seated, count) : 1
    const order = { accountId, licenses, quoteId: body.quoteId, serviceMode }
    const paid =
      licenses === seated?.licenseCount || !seated ? undefined : await payForUsers(trx, services, order)
    if (paid instanceof Problem) return paid
    const waitsFor = paid?.decision.charge
    if (paid && waitsFor) {
      await insertWaitingUsers(trx, {
        accountId,
        chargeKey: waitsFor.key,
        change: { by: wanted.by, byName: by.name, users: body.users, notify: body.notify },
        now: clock.now(),
      })
      return { waits: true, steps: paid.steps } as const
    }

    const newcomers = await applyChange(trx, services, { team, change, accountId })
    for (const user of newcomers.filter(({ email }) => notified.has(emailKey(email))))
      await mailNewUser(trx, services, user, {
        effectKey: `create-password ${user.contactId} v${body.version}`,
        invitedBy: by.name,
      })
    const answer = { status: 200, body: await readTeamWithin(trx, services, viewer) } as const
    await remember(trx, answer)
    return { waits: false, answer, removed: change.removed, steps: paid?.steps ?? [] } as const
  })
  if (saved instanceof Problem) return saved
  const charged = await runPaymentSteps(services, saved.steps)
  if (saved.waits) return paidAnswer(services, viewer, charged)
  // their sessions went with the transaction; this tells the look-ups that were under way
  for (const { id } of saved.removed) await endSessionsOf(services, id)
  return saved.answer
}

/** What became of the payment. The same request again finds another version of team and subscription: nothing is charged twice. */
async function paidAnswer(
  services: Services,
  viewer: Viewer,
  charged: ChargeResult | undefined,
): Promise<CallAnswer<typeof teamCalls.saveUsers>> {
  if (charged?.kind === 'declined') return cardDeclined(charged)
  if (charged?.kind === 'cancelled') return new Problem('card-declined')
  const body = await inTransaction(services.database.db, (trx) => readTeamWithin(trx, services, viewer))
  if (charged?.kind === 'succeeded') return { status: 200, body }
  const status = charged?.kind === 'needs-action' ? 'confirmation-required' : 'payment-pending'
  return { status: 202, body: { ...body, status } }
}

function refusalOf(refusal: TeamRefusal): Problem {
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
  return new Problem(problemCodes[refusal.problem])
}

const problemCodes = {
  'version-conflict': 'version-conflict',
  'not-found': 'not-found',
  forbidden: 'forbidden',
  ...seatProblems,
  // asked for as one that fits, and paid for
  'price-change': 'quote-needed',
} as const

/** Only whoever comes, or has another address from now on, is notified by this call: the others by a call of their own. */
function refuseToNotify(
  notify: readonly string[],
  { added, restored, changed }: ChangedTeam,
): Problem | undefined {
  const newcomers = [...added, ...restored, ...changed.filter(({ newEmail }) => newEmail)]
  const keys = new Set(newcomers.map(({ email }) => emailKey(email)))
  const strange = notify.flatMap((email, index) => (keys.has(emailKey(email)) ? [] : [index]))
  if (strange.length === 0) return undefined
  const fields = strange.map((index) => [`notify.${index}`, 'field_user_not_new'])
  return new Problem('invalid', { fields: Object.fromEntries(fields) })
}
