import type { FastifyInstance } from 'fastify'
import { fieldMessageKey } from '#contract/problems.ts'
import type { teamCalls } from '#contract/team-calls.ts'
import { emailKey } from '#domain/contact.ts'
import { permissionsOf } from '#domain/permission.ts'
import { seatsFor } from '#domain/seats.ts'
import { statusAt } from '#domain/subscription.ts'
import { type ChangedTeam, changeTeam, type TeamRefusal } from '#domain/team.ts'
import { readTeamWithin } from '#server/accounts/read-session.ts'
import { lockAddress } from '#server/accounts/registration.store.ts'
import { endSessionsOf } from '#server/accounts/sessions.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Problem } from '#server/http/problem.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { applyChange } from './apply-change.ts'
import { mailNewUser } from './mail-new-user.ts'
import { lockTeam, type StoredTeam } from './team.store.ts'

/**
 * Saves the users of an account, all or nothing, in one transaction that no other change of the same team comes
 * between (decisions/085-users-of-an-account.md). 409 `version-conflict`, `no-seat-left`, `card-needed` and
 * `contact-taken`, 403 for what is the owner's to do, 404 for a user of another account, 422 by field.
 */
export async function saveUsers(
  app: FastifyInstance,
  services: Services,
  { body, viewer, remember }: CallContext<typeof teamCalls.saveUsers>,
): Promise<CallAnswer<typeof teamCalls.saveUsers>> {
  const { database, clock } = services
  const notified = new Set(body.notify.map(emailKey))
  const wait = notified.size > 0 && (await app.limits.newUserMails.consume(viewer.accountId))
  if (wait) return wait

  const saved = await inTransaction(database.db, async (trx) => {
    for (const key of [...notified].toSorted()) await lockAddress(trx, key)
    const team = await lockTeam(trx, viewer.accountId, clock.now())
    // what the session said may have changed while this waited
    const by = team.members.find(({ id }) => id === viewer.userId)
    if (!by) return new Problem('login-required')
    if (!permissionsOf(by.role).includes('users.manage')) return new Problem('forbidden')
    const change = changeTeam(
      team,
      { by: { userId: by.id, role: by.role }, version: body.version, users: body.users },
      (userCount) => seatsFor(seatedBy(services, team), userCount),
    )
    if (!('ok' in change)) return refusalOf(change)
    const refusal = refuseToNotify(body.notify, change)
    if (refusal) return refusal

    const newcomers = await applyChange(trx, services, { team, change, accountId: viewer.accountId })
    for (const user of newcomers.filter(({ email }) => notified.has(emailKey(email))))
      await mailNewUser(trx, services, user, {
        effectKey: `create-password ${user.contactId} v${body.version}`,
        invitedBy: by.name,
      })
    const answer = { status: 200, body: await readTeamWithin(trx, services, viewer) } as const
    await remember(trx, answer)
    return { answer, removed: change.removed }
  })
  if (saved instanceof Problem) return saved
  // their sessions went with the transaction; this tells the look-ups that were under way
  for (const { id } of saved.removed) await endSessionsOf(services, id)
  return saved.answer
}

function seatedBy({ clock, config }: Services, { subscription }: StoredTeam) {
  return (
    subscription && {
      status: statusAt(subscription, clock.now(), config.graceDays),
      licenseCount: subscription.licenseCount,
    }
  )
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
  'card-needed': 'card-needed',
  'no-seat': 'no-seat-left',
  // a plan that would have to grow: nobody is charged for it yet
  'price-change': 'no-seat-left',
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
