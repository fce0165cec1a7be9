import { checkPassword } from '#domain/accounts/password.ts'
import { faultSentence } from '#web/accounts/fault-sentence.ts'

export type NewPassword = { readonly password: string; readonly confirmation: string }

/**
 * What is wrong with a new password and its repetition, in words, under the field that it belongs to. The server knows
 * more: that a password is too common.
 * @param differ the sentence for two that differ: the screens of product.md section 5 have their own
 */
export function newPasswordFaults(
  { password, confirmation }: NewPassword,
  differ: () => string,
): { password?: string; confirmation?: string } {
  const fault = checkPassword(password)
  return {
    ...(fault && { password: faultSentence(fault) }),
    ...(password !== confirmation && { confirmation: differ() }),
  }
}
