import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { changeDraft, forgetDraft, useDraft } from './draft.ts'

afterEach(forgetDraft)

const draftOf = (accountId: string) => renderHook(() => useDraft(accountId)).result.current

test('the input is restored for its account', () => {
  changeDraft('ada', { country: 'DE', interval: '1y' })
  changeDraft('ada', { address: 'Ring 1' })
  expect(draftOf('ada')).toMatchObject({ country: 'DE', interval: '1y', address: 'Ring 1' })
})

test("the next user to sign in in the same tab does not see another's draft", () => {
  changeDraft('ada', { country: 'DE', address: 'Ada, Ring 1', setupIntent: 'seti_1' })
  expect(Object.values(draftOf('bob')).filter(Boolean)).toEqual([])
})

test('nor does any of it go into their own', () => {
  changeDraft('ada', { address: 'Ada, Ring 1', setupIntent: 'seti_1' })
  changeDraft('bob', { country: 'AT' })
  expect(draftOf('bob')).toEqual({
    country: 'AT',
    vatId: undefined,
    business: undefined,
    address: undefined,
    interval: undefined,
    setupIntent: undefined,
  })
})
