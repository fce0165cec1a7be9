/** Whether a text is a UUID: PostgreSQL refuses to compare an id of ours with anything else. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}
