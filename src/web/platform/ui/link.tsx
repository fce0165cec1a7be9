import { type ComponentProps, type MouseEvent as ReactMouseEvent, useEffect, useEffectEvent } from 'react'
import { addressOf, type To, useLocation, useNavigate } from '#web/platform/site/router.tsx'

/** A link to a page of this site. A click that would open it elsewhere is left to the browser. */
export function Link({
  to,
  replace = false,
  state,
  onClick,
  target,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: To; replace?: boolean; state?: unknown }) {
  const navigate = useNavigate()
  const location = useLocation()
  const address = addressOf(to, location)
  const follow = (event: ReactMouseEvent) => {
    onClick?.(event as ReactMouseEvent<HTMLAnchorElement>)
    if (!opensHere(event, target)) return
    event.preventDefault()
    // the same page once more is no step to go back
    const isHere = address === location.pathname + location.search + location.hash
    navigate(address, { replace: replace || isHere, state })
  }
  return <a {...rest} href={address} target={target} onClick={follow} />
}

/** A link of a row that says which of them leads to this page, or to a page below. */
export function NavLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />
}

/** Where a click leads within this site; undefined for what opens elsewhere or stays on this page. */
export function addressFollowed(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || !opensHere(event, link.target) || link.hasAttribute('download')) return undefined
  const { origin, pathname, search, hash } = new URL(link.href)
  if (origin !== location.origin || pathname === location.pathname) return undefined
  return pathname + search + hash
}

/** Whether a click on a link is followed in this tab, by what the browser would do with it. */
function opensHere(event: MouseEvent | ReactMouseEvent, target = ''): boolean {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return false
  return target === '' || target === '_self'
}

/**
 * Calls back as soon as somebody follows a link to another page. Its script may have to be fetched first: what the page they are
 * leaving still has in mind to write into the address must not bring them back.
 */
export function useFollowedLink(followed: () => void): void {
  const call = useEffectEvent(followed)
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (addressFollowed(event) !== undefined) call()
    }
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [])
}
