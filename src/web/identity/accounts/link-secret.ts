import { useEffect, useState } from 'react'
import { href } from '#contract/pages.ts'
import { type To, useLocation, useNavigate } from '#web/platform/site/router.tsx'
import { tabPart } from '#web/platform/site/tab-storage.ts'

/** What a link with a secret said, on its page. */
type Kept = { readonly pathname: string; readonly said: Said }
type Said = Readonly<Record<string, string>>

/** The part of the tab's storage that they are in. */
export const linkPart = 'link'

const kept = tabPart<Kept>(linkPart)

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

/** The page of an invite link, and the page that redeems a voucher, once the code has left the address. No voucher's code is so short. */
const joinPath = href('join', { code: 'invited' })
export const redeemPath = href('redeem', { code: 'it' })

/** The same for the code of an invite link, which is in its path. */
export function useInviteCode(code: string): string {
  return useKeptCode(joinPath, href('join', { code }) === joinPath ? '' : code, joinPath)
}

/**
 * The same for the code of a voucher: `given` by the path of its page, or by the address for registering, which is `without` it then.
 * Empty where no code is known.
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

/** Call it once the link has been used, or is invalid. */
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
