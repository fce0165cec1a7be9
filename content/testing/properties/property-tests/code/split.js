// round down, and hand out the rest, one cent each
export function split(cents, people) {
  const base = Math.floor(cents / people)
  const rest = cents % people
  return Array.from({ length: people }, (_, i) =>
    i < rest ? base + 1 : base,
  )
}
