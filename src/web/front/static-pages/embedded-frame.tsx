import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { useLocation } from '#web/platform/site/router.tsx'
import { loadOwnDocument } from '#web/platform/site/site-history.ts'
import { Icon } from '#web/platform/ui/icon.tsx'

/** The page that this document was loaded for. Its Content-Security-Policy allows only that page's frames. */
const loadedAt = location.pathname

/** A video of another site, which is contacted only when the visitor starts it. */
export function EmbeddedFrame({ url, title }: { url: string; title: string }) {
  const { state, pathname } = useLocation()
  const asked = (state as { readonly frame?: string } | null)?.frame === url
  const [shown, setShown] = useState(asked)
  const show = () => {
    if (pathname === loadedAt) return setShown(true)
    // the policy of another page applies: reload this page, and continue there
    loadOwnDocument({ frame: url })
  }
  if (shown)
    return (
      <iframe
        src={url}
        title={title}
        className="embed"
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox={`allow-scripts allow-popups allow-presentation${isOfThisSite(url) ? '' : ' allow-same-origin'}`}
      />
    )
  return (
    <button type="button" className="embed" onClick={show}>
      <span className="embed-label">
        <Icon name="play" className="size-4 shrink-0" />
        {m.play_outside_video({ title, site: new URL(url).hostname })}
      </span>
    </button>
  )
}

/**
 * Whether a frame is of this site. With `allow-same-origin`, scripts of this origin would escape the sandbox; those of
 * other sites cannot.
 */
function isOfThisSite(url: string): boolean {
  return new URL(url).origin === location.origin
}
