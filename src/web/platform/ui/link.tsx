import { type ComponentProps, type MouseEvent as ReactMouseEvent, useEffect, useEffectEvent } from 'react'
import { addressOf, type To, useLocation, useNavigate } from '#web/platform/site/router.tsx'

/** A link to a page of this site. Clicks that open it elsewhere are left to the browser. */
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
    // following a link to the same page adds no history entry
    const isHere = address === location.pathname + location.search + location.hash
    navigate(address, { replace: replace || isHere, state })
  }
  return <a {...rest} href={address} target={target} onClick={follow} />
}

/** A link of a navigation that marks the current page, or a page below it. */
export function NavLink({ to, ...rest }: ComponentProps<typeof Link> & { to: string }) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />
}

/** Returns the URL within this site that a click leads to; undefined if it opens elsewhere or stays on this page. */
export function addressFollowed(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || !opensHere(event, link.target) || link.hasAttribute('download')) return undefined
  const { origin, pathname, search, hash } = new URL(link.href)
  if (origin !== location.origin || pathname === location.pathname) return undefined
  return pathname + search + hash
}

/** Whether the browser would follow a click on a link in this tab. */
function opensHere(event: MouseEvent | ReactMouseEvent, target = ''): boolean {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return false
  return target === '' || target === '_self'
}

/**
 * Calls back as soon as a link to another page is followed. While that page's code loads, the current page must not
 * write its pending state into the URL, which would lead back.
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
