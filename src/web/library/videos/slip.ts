/**
 * Whether a typed word is the beginning of another, but for one typing error at any position: an extra, missing or
 * wrong letter, or two swapped ones. Up to four letters it must be the whole word, else nearly everything would match.
 */
export function isSlipOf(typed: string, word: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  const rest = typed.slice(same)
  const wanted = word.slice(same)
  const fits = (left: string, right: string) => (typed.length > 4 ? left.startsWith(right) : left === right)
  return (
    fits(wanted, rest.slice(1)) ||
    fits(wanted.slice(1), rest) ||
    fits(wanted.slice(1), rest.slice(1)) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && fits(wanted.slice(2), rest.slice(2)))
  )
}
