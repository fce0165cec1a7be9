import type { ComponentProps } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router'

/**
 * A link to a page of this site. The router's own `Link` also prefetches for a mode that this site does not use: 4 KB
 * that every first visit would load (decisions/060-screens-and-state.md).
 */
export function Link({
  to,
  replace = false,
  state,
  onClick,
  target,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: To; replace?: boolean; state?: unknown }) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    replace,
    state,
    ...(target !== undefined && { target }),
  })
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}

/** Where a click leads within this site; undefined for what opens elsewhere or stays on this page. */
export function addressFollowed(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download'))
    return undefined
  const { origin, pathname, search, hash } = new URL(link.href)
  if (origin !== location.origin || pathname === location.pathname) return undefined
  return pathname + search + hash
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
