// round down, and hand out the rest, one cent each
export function split(cents, people) {
  const base = Math.floor(cents / people)
  const rest = cents % people
  return Array.from({ length: people }, (_, i) => base + (i < rest ? 1 : 0))
}
