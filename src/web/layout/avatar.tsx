import type { SignedInSession } from '#contract/accounts.ts'

/** A user's picture, else the initials of their name. */
export function Avatar({ user }: { user: SignedInSession['user'] }) {
  if (user.avatarUrl)
    return <img src={user.avatarUrl} alt="" className="size-full rounded-full object-cover" />
  return <span aria-hidden>{initials(user.name || user.email)}</span>
}

/** First letters of the first and the last word: 'Ada King Lovelace' is 'AL'. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  )
  return letters.join('').toLocaleUpperCase()
}
