import { isCouponCode } from '#domain/coupons/coupon.ts'
import { isEmail } from './contact.ts'
import { checkPassword, type PasswordFault } from './password.ts'

/** The registration form. The server ignores the repeated password, which only a screen needs. */
export type RegistrationForm = {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly passwordConfirmation?: string
  readonly couponCode?: string | undefined
  readonly termsAccepted: boolean
}

export type RegistrationFault =
  | 'name-missing'
  | 'email-missing'
  | 'email-invalid'
  | 'passwords-differ'
  | PasswordFault
  | 'coupon-invalid'
  | 'terms-not-accepted'

export type RegistrationFaults = Partial<Record<keyof RegistrationForm, RegistrationFault>>

/**
 * Returns the error code of each invalid field by the rules of product.md section 5, "Registration"; empty if all are
 * valid. The message of a code is `field_<code>` with underscores. Used by browser and server. Leading and trailing
 * spaces are ignored in name, email and coupon code, and significant in a password.
 */
export function checkRegistration(form: RegistrationForm): RegistrationFaults {
  const { passwordConfirmation } = form
  const faults: { [Field in keyof RegistrationForm]?: RegistrationFault | undefined } = {
    ...checkAgreement(form),
    email: checkEmail(form.email.trim()),
    password: checkPassword(form.password),
    passwordConfirmation:
      passwordConfirmation !== undefined && passwordConfirmation !== form.password
        ? 'passwords-differ'
        : undefined,
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
}

/**
 * The same rules for a user whose email a code host has confirmed and who needs no password: name, coupon and agreement.
 */
export function checkAgreement(
  form: Pick<RegistrationForm, 'name' | 'couponCode' | 'termsAccepted'>,
): RegistrationFaults {
  return {
    ...(form.name.trim() === '' && { name: 'name-missing' }),
    ...(!isBlank(form.couponCode) && !isCouponCode(form.couponCode) && { couponCode: 'coupon-invalid' }),
    ...(!form.termsAccepted && { termsAccepted: 'terms-not-accepted' }),
  }
}

function checkEmail(email: string): RegistrationFault | undefined {
  if (email === '') return 'email-missing'
  return isEmail(email) ? undefined : 'email-invalid'
}

function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text.trim() === ''
}
