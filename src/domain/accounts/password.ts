/** Why a chosen password is refused. */
export type PasswordFault = 'password-missing' | 'password-too-short' | 'password-too-long'

/**
 * Checks a chosen password: 8 to 128 characters, counted as Unicode code points (an emoji is one). No rule about digits
 * or capitals; nothing is trimmed or truncated. Source: decisions for product.md section 5, NIST SP 800-63B.
 */
export function checkPassword(password: string): PasswordFault | undefined {
  if (password === '') return 'password-missing'
  const characters = Array.from(password).length
  if (characters < shortestPassword) return 'password-too-short'
  return characters > longestPassword ? 'password-too-long' : undefined
}

export const shortestPassword = 8
const longestPassword = 128

/**
 * Checks a temporary password set by an admin: at least 6 characters (product.md section 9). It works once, so there is
 * no further rule.
 */
export function checkTemporaryPassword(
  password: string,
): 'temporary-password-too-short' | 'password-too-long' | undefined {
  const characters = Array.from(password).length
  if (characters < shortestTemporaryPassword) return 'temporary-password-too-short'
  return characters > longestPassword ? 'password-too-long' : undefined
}

const shortestTemporaryPassword = 6

/** Validity of a password reset link (real time). */
export const resetCodeMinutes = 60
/** Time in which an added user can choose their first password (real time). */
export const createCodeDays = 7
