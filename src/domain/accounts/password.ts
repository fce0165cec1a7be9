/** What is wrong with a password that somebody chooses. */
export type PasswordFault = 'password-missing' | 'password-too-short' | 'password-too-long'

/**
 * A chosen password has 8 to 128 characters, counted as a person counts them (Unicode code points, so an emoji is one),
 * and is otherwise free: no rule about digits or capitals, nothing trimmed or cut off. Source: decisions for
 * product.md section 5, NIST SP 800-63B.
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
 * A temporary password, which an admin gives somebody, has 6 or more characters (product.md section 9); nothing else is
 * required of a password that works once.
 */
export function checkTemporaryPassword(
  password: string,
): 'temporary-password-too-short' | 'password-too-long' | undefined {
  const characters = Array.from(password).length
  if (characters < shortestTemporaryPassword) return 'temporary-password-too-short'
  return characters > longestPassword ? 'password-too-long' : undefined
}

const shortestTemporaryPassword = 6

/** How long a link for choosing a new password works (real time). */
export const resetCodeMinutes = 60
/** How long an added user has for choosing their first password (real time). */
export const createCodeDays = 7
