// loses a cent: split(1, 2) is [1, 1]
export function split(cents, people) {
  const share = Math.round(cents / people)
  return Array(people).fill(share)
}
