import { describe, expect, it } from 'vitest'
import { checkAgreement, checkRegistration, type RegistrationForm } from './account.ts'

const good: RegistrationForm = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  password: 'analytical engine',
  passwordConfirmation: 'analytical engine',
  couponCode: '',
  termsAccepted: true,
}

describe('a registration', () => {
  it('is accepted when all is well', () => {
    expect(checkRegistration(good)).toEqual({})
  })

  it.each<[Partial<RegistrationForm>, string, string]>([
    [{ name: '' }, 'name', 'name-missing'],
    [{ name: '   ' }, 'name', 'name-missing'],
    [{ email: '' }, 'email', 'email-missing'],
    [{ email: ' ' }, 'email', 'email-missing'],
    [{ email: 'ada' }, 'email', 'email-invalid'],
    [{ email: 'a@x.de,b@y.de' }, 'email', 'email-invalid'],
    [{ password: '', passwordConfirmation: '' }, 'password', 'password-missing'],
    [{ password: 'short77', passwordConfirmation: 'short77' }, 'password', 'password-too-short'],
    [{ passwordConfirmation: 'analytical engine ' }, 'passwordConfirmation', 'passwords-differ'],
    [{ passwordConfirmation: '' }, 'passwordConfirmation', 'passwords-differ'],
    [{ couponCode: 'ab' }, 'couponCode', 'coupon-invalid'],
    [{ couponCode: 'abc!' }, 'couponCode', 'coupon-invalid'],
    [{ termsAccepted: false }, 'termsAccepted', 'terms-not-accepted'],
  ])('with %j is refused at %s: %s', (change, field, fault) => {
    expect(checkRegistration({ ...good, ...change })).toEqual({ [field]: fault })
  })

  it('is told all of its faults at once', () => {
    const empty = {
      name: '',
      email: '',
      password: '',
      passwordConfirmation: 'x',
      couponCode: '?',
      termsAccepted: false,
    }
    expect(checkRegistration(empty)).toEqual({
      name: 'name-missing',
      email: 'email-missing',
      password: 'password-missing',
      passwordConfirmation: 'passwords-differ',
      couponCode: 'coupon-invalid',
      termsAccepted: 'terms-not-accepted',
    })
  })

  it('names no field that is well', () => {
    expect(Object.keys(checkRegistration(good))).toEqual([])
    expect(Object.keys(checkRegistration({ ...good, name: '' }))).toEqual(['name'])
  })

  it('has no coupon where only spaces were typed', () => {
    expect(checkRegistration({ ...good, couponCode: '   ' })).toEqual({})
  })

  it('may omit the repeated password and the coupon', () => {
    const { passwordConfirmation: _, couponCode: __, ...sent } = good
    expect(checkRegistration(sent)).toEqual({})
  })

  it('may have spaces around its e-mail and its coupon code', () => {
    expect(checkRegistration({ ...good, email: ' ada@example.org ', couponCode: ' ab c ' })).toEqual({})
  })
})

describe('the rest of a registration that another site has begun', () => {
  const rest = { name: 'Ada Lovelace', couponCode: '', termsAccepted: true }

  it('is accepted when all is well', () => {
    expect(checkAgreement(rest)).toEqual({})
    expect(checkAgreement({ name: ' Ada ', couponCode: ' ab c ', termsAccepted: true })).toEqual({})
  })

  it('is told all of its faults at once', () => {
    expect(checkAgreement({ name: ' ', couponCode: '?', termsAccepted: false })).toEqual({
      name: 'name-missing',
      couponCode: 'coupon-invalid',
      termsAccepted: 'terms-not-accepted',
    })
  })
})
