export function CodeHostSection() {
  return null
}
