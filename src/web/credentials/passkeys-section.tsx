export function PasskeysSection() {
  return null
}
