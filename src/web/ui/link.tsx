import type { ComponentProps } from 'react'
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
