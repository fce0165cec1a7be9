import { useEffect, useState } from 'react'
import { href } from '#contract/pages.ts'
import { type To, useLocation, useNavigate } from '#web/platform/site/router.tsx'
import { tabPart } from '#web/platform/site/tab-storage.ts'

/** The secrets of a link, for the page it leads to. */
type Kept = { readonly pathname: string; readonly said: Said }
type Said = Readonly<Record<string, string>>

/** The part of the tab's storage that holds them. */
export const linkPart = 'link'

const kept = tabPart<Kept>(linkPart)

/**
 * Returns these parameters of the link to this page, from the query or (`#`) the fragment. They are removed from the
 * URL at once, because URLs are shown, remembered and shared. The tab keeps them until `forgetLink`, so that a reload
 * works.
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

/** Paths of the invite and voucher pages once the code is removed from the URL. Real voucher codes are longer. */
const joinPath = href('join', { code: 'invited' })
export const redeemPath = href('redeem', { code: 'it' })

/** Same for the code of an invite link, which is in its path. */
export function useInviteCode(code: string): string {
  return useKeptCode(joinPath, href('join', { code }) === joinPath ? '' : code, joinPath)
}

/**
 * Same for a voucher's code: `given` by the page's path, or by the query of the registration, which then becomes
 * `without`. Empty if the code is unknown.
 */
export function useVoucherCode(given: string, without: To = redeemPath): string {
  return useKeptCode(redeemPath, href('redeem', { code: given }) === redeemPath ? '' : given, without)
}

function useKeptCode(pathname: string, given: string, without: To): string {
  const navigate = useNavigate()
  const [known] = useState(() => {
    if (given) kept.keep({ pathname, said: { code: given } })
    return given || keptFor(pathname).code || ''
  })
  useEffect(() => {
    if (given) navigate(without, { replace: true })
  }, [given, without, navigate])
  return known
}

/** Must be called once the link was used, or is invalid. */
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
