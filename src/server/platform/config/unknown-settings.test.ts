import { expect, test } from 'vitest'
import { settings } from './settings.ts'
import { unknownSettings } from './unknown-settings.ts'

test.each([
  ['TRAIL_DAYS', 'TRIAL_DAYS'],
  ['BASE_URI', 'BASE_URL'],
  ['SELLER_VATID', 'SELLER_VAT_ID'],
  ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
])('%s is named, with the likely one', (name, likely) => {
  expect(unknownSettings({ [name]: '1' })).toEqual([
    `${name} is no setting of this program. Is ${likely} meant?`,
  ])
})

test('settings themselves, and other environment variables, are ignored', () => {
  const usual = {
    PATH: '',
    HOME: '',
    HOSTNAME: '',
    TERM: '',
    SHELL: '',
    LANGUAGE: '',
    NODE_ENV: '',
    INIT_CWD: '',
    PWD: '',
  }
  expect(
    unknownSettings({ ...Object.fromEntries(Object.keys(settings).map((name) => [name, ''])), ...usual }),
  ).toEqual([])
})
