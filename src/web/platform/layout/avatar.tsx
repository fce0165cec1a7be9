import { useState } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'

/** A user's picture. Falls back to the initials of their name. */
export function Avatar({ user }: { user: SignedInSession['user'] }) {
  const [broken, setBroken] = useState<string>()
  const { avatarUrl } = user
  if (avatarUrl !== undefined && avatarUrl !== broken)
    return (
      <img
        src={avatarUrl}
        alt=""
        className="size-full rounded-full object-cover"
        onError={() => setBroken(avatarUrl)}
      />
    )
  return <span aria-hidden>{initials(user.name || user.email)}</span>
}

/** Returns the first letters of the first and the last word: 'Ada King Lovelace' is 'AL'. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  )
  return letters.join('').toLocaleUpperCase()
}
