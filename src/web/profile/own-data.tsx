export function OwnData() {
  return null
}
