import { describe, expect, it } from 'vitest'
import { called, day, decideAt, situations } from '#support/billing-states.ts'

const granted = called('prepaid: by the admin')
const followed = called('prepaid: followed by a plan')
const change = (until: Date | null, licenseCount = 3) =>
  ({ type: 'change-grant', licenseCount, until }) as const
const takeBack = { type: 'take-back' } as const
const others = Object.entries(situations).filter(([name]) => !/^prepaid: (by the admin|followed)/.test(name))

describe('a grant of the admin', () => {
  it('gets another number of licences, and keeps its end', () => {
    const { state, now } = granted
    expect(decideAt(state, change(null, 7), now)).toMatchObject({
      next: {
        status: 'prepaid',
        licenseCount: 7,
        includedLicenses: 7,
        until: state.until,
        includedUntil: state.until,
      },
      mails: ['grant-changed'],
    })
  })

  it.each([day('2026-11-27'), day('2027-06-01')])('gets another end: %s', (until) => {
    const { state, now } = granted
    expect(decideAt(state, change(until), now)).toMatchObject({
      next: { status: 'prepaid', licenseCount: 3, until, includedUntil: until },
    })
  })

  it('is taken back at once, without any charge', () => {
    const { state, now } = granted
    const taken = decideAt(state, takeBack, now)
    expect(taken).toMatchObject({
      next: { status: 'cancelled', until: now, licenseCount: 1, includedLicenses: 0, openCharge: null },
      mails: ['grant-taken-back'],
    })
    expect(taken).not.toHaveProperty('charge')
  })

  it('does not end earlier if a subscription follows: its charge was ordered for the later day', () => {
    const { state, now } = followed
    const [earlier, later] = [new Date(Number(state.until) - 1), new Date(Number(state.until) + 1)]
    const refused = { ok: false, problem: 'plan-follows' }
    expect(decideAt(state, takeBack, now)).toEqual(refused)
    expect(decideAt(state, change(earlier), now)).toEqual(refused)
    expect(decideAt(state, change(later), now)).toMatchObject({
      next: { until: later, nextInterval: { unit: 'm' } },
    })
    expect(decideAt(state, change(null, 9), now)).toMatchObject({ next: { licenseCount: 9 } })
  })

  it('has an end in the future, and none once the service is closed', () => {
    const { state, now } = granted
    expect(decideAt(state, change(now), now)).toEqual({ ok: false, problem: 'grant-over' })
    const closed = { serviceMode: 'closed' } as const
    expect(decideAt(state, change(null), now, closed)).toEqual({ ok: false, problem: 'sunset' })
    expect(decideAt(state, takeBack, now, closed)).toMatchObject({ next: { status: 'cancelled' } })
  })

  it('is neither changed nor taken back once it is over, or while a charge is open', () => {
    const { state, now } = granted
    for (const event of [change(null), takeBack]) {
      expect(decideAt(state, event, state.until as Date)).toEqual({ ok: false, problem: 'no-grant' })
      const { openCharge } = called('active: more users on their way').state
      expect(decideAt({ ...state, openCharge }, event, now)).toEqual({
        ok: false,
        problem: 'charge-in-flight',
      })
    }
  })
})

it.each(others)('%s: there is no grant of the admin', (_, { state, now }) => {
  for (const event of [change(null), takeBack])
    expect(decideAt(state, event, now)).toEqual({ ok: false, problem: 'no-grant' })
})
