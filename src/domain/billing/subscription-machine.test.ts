import { describe, expect, it } from 'vitest'
import { active, decideAt, happenings } from '#support/billing-states.ts'

describe('whatever happens to a subscription is decided', () => {
  it.each(Object.values(happenings).flatMap((kinds) => Object.entries(kinds)))('%s', (_, happening) => {
    const { event, at = active.now } = happening(active)
    expect(decideAt(active.state, event, at)).toHaveProperty('ok')
  })
})
