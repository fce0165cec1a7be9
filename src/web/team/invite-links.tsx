export function InviteLinks() {
  return null
}
