/** Drawn where a code host is configured: the link that signs in there. */
export function CodeHostLink(_: { email?: string }) {
  return null
}
