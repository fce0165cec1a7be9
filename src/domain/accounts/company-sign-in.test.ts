import { describe, expect, test } from 'vitest'
import { readIssuer, vouchedAddress, vouchedName } from './company-sign-in.ts'

const domain = 'acme.example'
const tenant = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'
const google = 'https://accounts.google.com'
const okta = 'https://acme.okta.com'

describe('an issuer', () => {
  test.each([
    [` ${okta} `, okta],
    [`${okta}/oauth2/default/.well-known/openid-configuration`, `${okta}/oauth2/default`],
    ['https://acme.eu.auth0.com/', 'https://acme.eu.auth0.com/'],
    [tenant, tenant],
    [google, google],
  ])('%s is read', (typed, issuer) => {
    expect(readIssuer(typed)).toEqual({ issuer })
  })

  test.each([
    ['https://login.microsoftonline.com/common/v2.0', 'issuer-of-all-tenants'],
    ['https://LOGIN.microsoftonline.com/Organizations/v2.0', 'issuer-of-all-tenants'],
    [
      'https://login.microsoftonline.com/consumers/v2.0/.well-known/openid-configuration',
      'issuer-of-all-tenants',
    ],
    ['https://login.microsoftonline.com/{tenantid}/v2.0', 'issuer-of-all-tenants'],
    ['https://login.microsoftonline.com', 'issuer-of-all-tenants'],
    ['', 'issuer-invalid'],
    ['acme.okta.com', 'issuer-invalid'],
    ['javascript:alert(1)', 'issuer-invalid'],
    ['https://user@acme.okta.com', 'issuer-invalid'],
    [`${okta}?x=1`, 'issuer-invalid'],
  ])('%s is none', (typed, fault) => {
    expect(readIssuer(typed)).toEqual({ fault })
  })
})

describe('the address that a provider vouches for', () => {
  test.each([
    ['its email', okta, { email: 'Ada@ACME.example' }, 'ada@acme.example'],
    ['a verified one', okta, { email: 'ada@acme.example', email_verified: 'true' }, 'ada@acme.example'],
    ['an unverified one', okta, { email: 'ada@acme.example', email_verified: false }, undefined],
    ['one of another domain', okta, { email: 'ada@acme.example.evil.example' }, undefined],
    ['no address', okta, { email: ['ada@acme.example'], preferred_username: 'ada@acme.example' }, undefined],
    ["Google's of the company", google, { email: 'ada@acme.example', hd: domain }, 'ada@acme.example'],
    ["Google's of a private account", google, { email: 'ada@acme.example', email_verified: true }, undefined],
    ["Microsoft's sign-in name", tenant, { preferred_username: 'ada@acme.example' }, 'ada@acme.example'],
    [
      "Microsoft's editable email",
      tenant,
      { email: 'boss@acme.example', preferred_username: 'ada@x.example' },
      undefined,
    ],
    ["Microsoft's verified email", tenant, { email: 'ada@acme.example', xms_edov: 1 }, 'ada@acme.example'],
  ])('%s', (_, issuer, claims, expected) => {
    expect(vouchedAddress(issuer, claims, domain)).toBe(expected)
  })
})

test.each([
  [{ name: ' Ada\r\nLovelace ' }, 'Ada Lovelace'],
  [{ name: '', given_name: 'Ada', family_name: 'Lovelace' }, 'Ada Lovelace'],
  [{ name: 5 }, 'ada'],
  [{ name: 'x'.repeat(300) }, 'x'.repeat(100)],
])('the name in %j is %s', (claims, name) => {
  expect(vouchedName(claims, 'ada@acme.example')).toBe(name)
})
