import { useEffect, useState } from 'react'
import { href } from '#contract/pages.ts'
import { useLocation, useNavigate } from '#web/site/router.tsx'
import { tabPart } from '#web/site/tab-storage.ts'

/** What a link with a secret said, on its page. */
type Kept = { readonly pathname: string; readonly said: Said }
type Said = Readonly<Record<string, string>>

const kept = tabPart<Kept>('link')

/**
 * Returns what the link to this page said in these parts of its query (`#`: behind the hash). They leave the address as soon as they
 * are read: an address is shown, remembered and passed on. This tab keeps them until `forgetLink`, so that a reload works.
 */
export function useLinkSecret(names: readonly string[]): Said {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const [said] = useState(() => {
    const given = givenIn(names, search, hash)
    return Object.keys(given).length > 0 ? given : keptFor(pathname)
  })
  useEffect(() => {
    if (Object.keys(givenIn(names, search, hash)).length < names.length) return
    kept.keep({ pathname, said })
    const query = new URLSearchParams(search)
    for (const name of names) query.delete(name)
    const to = { search: String(query), hash: names.includes('#') ? '' : hash }
    navigate(to, { replace: true, state })
  }, [names, pathname, search, hash, state, said, navigate])
  return said
}

/** The last part of an invite link's path once its code has left the address. */
const here = 'invited'

/** The same for the code of an invite link, which is in its path. */
export function useInviteCode(code: string): string {
  const navigate = useNavigate()
  const [known] = useState(() => {
    const pathname = href('join', { code: here })
    if (code !== here) kept.keep({ pathname, said: { code } })
    return keptFor(pathname).code ?? ''
  })
  useEffect(() => {
    if (code !== here) navigate(href('join', { code: here }), { replace: true })
  }, [code, navigate])
  return known
}

/** To be called when the link has done what it was for, or leads nowhere any more. */
export function forgetLink(): void {
  kept.forget()
}

function givenIn(names: readonly string[], search: string, hash: string): Said {
  const query = new URLSearchParams(search)
  const given = names.map((name) => [name, name === '#' ? hash.slice(1) : query.get(name)?.trim()] as const)
  return Object.fromEntries(given.filter((pair): pair is readonly [string, string] => Boolean(pair[1])))
}

function keptFor(pathname: string): Said {
  const { pathname: of, said } = kept.read() ?? {}
  return of === pathname && said ? said : {}
}
