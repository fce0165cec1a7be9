import { expect, test } from 'vitest'
import type { Decision } from '#domain/billing/decision.ts'
import { healthOf, type SubscriptionState } from '#domain/billing/state.ts'
import { decideAt, happenings, situations } from '#support/billing-states.ts'

test('every situation and event is described in docs/billing-states.md, with its actual effect', async () => {
  const sections = Object.entries(situations).map(([name, situation]) => {
    const rows = Object.values(happenings)
      .flatMap((kind) => Object.entries(kind))
      .map(([happening, happen]) => {
        const { event, at } = happen(situation)
        const decision = decideAt(situation.state, event, at ?? situation.now)
        return `| ${happening} | ${outcome(situation.state, decision)} |`
      })
    const facts = `${day(situation.now)}; ${factsOf(situation.state)}`
    return [`## ${name}`, '', facts, '', '| what happens | what becomes of it |', '|---|---|', ...rows].join(
      '\n',
    )
  })
  await expect(`${head}\n${sections.join('\n\n')}\n`).toMatchFileSnapshot('../docs/billing-states.md')
})

test('every status and every state of its money is among the situations', () => {
  const seen = Object.values(situations).map(({ state }) => `${state.status} ${healthOf(state)}`)
  for (const status of ['none', 'trial', 'prepaid', 'pending-expiry', 'cancelled'])
    expect(seen).toContain(`${status} ok`)
  for (const health of ['ok', 'past-due', 'action-required', 'unknown'])
    expect(seen).toContain(`active ${health}`)
})

const head = `# What becomes of a subscription

Made and checked by \`tests/billing-states.test.ts\` (\`npx vitest run tests/billing-states.test.ts -u\` writes it anew): what
\`src/domain/billing/subscription-machine.ts\` decides in each situation for everything that can happen. [billing.md](billing.md)
says why. "-" means that nothing changes; a word in \`code\` is the problem that the caller is told. The customer is a
consumer with three users in plan 2; amounts are with 19 % VAT.
`

function outcome(before: SubscriptionState, decision: Decision): string {
  if (!decision.ok) return `\`${decision.problem}\``
  const { next, charge, bill, refunds, credits, voidCharge, detach, alert, mails } = decision
  if (next === before) return '-'
  const parts = [
    factsOf(next) === factsOf(before) ? undefined : factsOf(next),
    voidCharge && `give up ${voidCharge}`,
    charge && `charge ${charge.key} ${money(charge.grossCents)} (attempt ${charge.attempt})`,
    bill && `invoice ${money(bill.amount.grossCents)}`,
    ...(refunds ?? []).map(
      ({ key, amount, alsoCents, reason }) =>
        `refund ${money(amount.grossCents + alsoCents)} of ${key} (${reason})`,
    ),
    ...(credits ?? []).map(({ key, amount }) => `credit ${money(amount.grossCents)} of ${key}`),
    detach && `forget ${detach}`,
    alert && `alert the operator: ${alert}`,
    mails.length > 0 ? `mail ${mails.join(', ')}` : undefined,
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join('; ') : 'noted'
}

function factsOf(state: SubscriptionState): string {
  const {
    status,
    until,
    licenseCount,
    includedLicenses,
    includedUntil,
    nextInterval,
    coupon,
    creditCents,
    openCharge,
    pausedFrom,
  } = state
  const health = healthOf(state)
  return [
    `**${status}**${health === 'ok' ? '' : ` (${health})`}`,
    until && `until ${day(until)}`,
    pausedFrom && `paused from ${day(pausedFrom)}`,
    status !== 'none' && `${licenseCount} users`,
    includedLicenses > 0 &&
      includedUntil &&
      `${includedLicenses} of them included until ${day(includedUntil)}`,
    nextInterval && `then by ${nextInterval.value}${nextInterval.unit}`,
    coupon && `coupon ${coupon}`,
    creditCents !== 0 && `${money(creditCents)} credit`,
    openCharge && `${openCharge.key} ${openCharge.state}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function money(cents: number): string {
  return (cents / 100).toFixed(2)
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
