import { isEmail } from '#domain/accounts/contact.ts'
import { Problem } from '#server/runtime/problem.ts'

/** 422 for what is no e-mail address, in the field `add`. */
export function checkNewEmail(text: string): Problem | undefined {
  const email = text.trim()
  if (isEmail(email)) return undefined
  return new Problem('invalid', {
    fields: { add: email === '' ? 'field_email_missing' : 'field_email_invalid' },
  })
}
