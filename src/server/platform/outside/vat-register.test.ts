import { expect, test } from 'vitest'
import { openForTests } from '#support/open-for-tests.ts'
import { known, resting, startVatRegister, type VatRegisterServer } from '#support/vat-register-server.ts'
import { createVatRegister } from './vat-register.ts'

const vies = openForTests(() => startVatRegister())

const id = { countryCode: 'AT', vatNumber: 'U12345675' }
const ask = (requester?: string, timeoutMs?: number) =>
  createVatRegister({ url: vies.url, requester }, timeoutMs).check('ATU12345675')

test('a known ID, with its proof', async () => {
  vies.answers = { ATU12345675: known(id, true) }
  expect(await ask('DE 123456789')).toEqual({
    state: 'valid',
    requestIdentifier: 'WAPIAAAAZ1',
    name: 'Beispiel GmbH',
    address: 'Musterstraße 1\n1010 Wien',
  })
  expect(vies.asked.at(-1)).toEqual({
    ...id,
    requesterMemberStateCode: 'DE',
    requesterNumber: '123456789',
  })
})

test('without an id of our own we do not claim one', async () => {
  await ask()
  expect(vies.asked.at(-1)).toEqual(id)
})

test('an ID that does not exist', async () => {
  vies.answers = {}
  expect(await ask()).toEqual({ state: 'invalid', requestIdentifier: 'WAPIAAAAZ1' })
})

test('a member state that returns neither name nor address', async () => {
  vies.answers = {
    ATU12345675: { body: { ...known(id, true).body, name: '---', address: '---', requestIdentifier: '' } },
  }
  expect(await ask()).toEqual({ state: 'valid' })
})

test.each<[string, VatRegisterServer['answers'][string], string]>([
  ['a member state that rests', resting, 'MS_UNAVAILABLE'],
  [
    'the same with a status of 200',
    { body: { actionSucceed: false, errorWrappers: [{ error: 'TIMEOUT' }] } },
    'TIMEOUT',
  ],
  [
    'the same in the field of the answer',
    { body: { valid: false, userError: 'GLOBAL_MAX_CONCURRENT_REQ' } },
    'GLOBAL_MAX_CONCURRENT_REQ',
  ],
  ['a proxy in between', { status: 502, body: { message: 'bad gateway' } }, 'status 502'],
  ['something else', { body: { hello: 'world' } }, 'an answer that could not be understood'],
  ['a yes that is a word', { body: { valid: 'true' } }, 'an answer that could not be understood'],
])('%s says nothing about the id', async (_, answer, reason) => {
  vies.answers = { ATU12345675: answer }
  expect(await ask()).toEqual({ state: 'unavailable', reason })
})

test('neither does one that does not answer in time, or is not there', async () => {
  vies.answers = { ATU12345675: 'hang' }
  expect(await ask(undefined, 50)).toEqual({ state: 'unavailable', reason: 'TimeoutError' })
  const nobody = createVatRegister({ url: 'http://127.0.0.1:9', requester: undefined })
  expect((await nobody.check('ATU12345675')).state).toBe('unavailable')
})
