/** Returns whether a text is a UUID: PostgreSQL raises an error for comparisons of a uuid with anything else. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
