import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { useLocation } from '#web/platform/site/router.tsx'
import { loadOwnDocument } from '#web/platform/site/site-history.ts'
import { Icon } from '#web/platform/ui/icon.tsx'

/** Where this document was loaded: its policy admits the frames of that page alone. */
const loadedAt = location.pathname

/** A video of another site, which learns of the visitor only when they ask for it. */
export function EmbeddedFrame({ url, title }: { url: string; title: string }) {
  const { state, pathname } = useLocation()
  const asked = (state as { readonly frame?: string } | null)?.frame === url
  const [shown, setShown] = useState(asked)
  const show = () => {
    if (pathname === loadedAt) return setShown(true)
    // another page was loaded first, and its policy stays with the document: load this one, and go on there
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

/** Scripts of this site's own origin would escape the sandbox with `allow-same-origin`; those of another site stay in their frame. */
function isOfThisSite(url: string): boolean {
  return new URL(url).origin === location.origin
}
