import { ArrowLeft } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/ui/link.tsx'

/** Back to where one came from by the browser's history; to the landing page for whoever began here. */
export function BackLink() {
  const navigate = useNavigate()
  const cameFromHere = useLocation().key !== 'default'
  return (
    <Link
      to={href('landing')}
      className="inline-flex items-center gap-1.5 py-1 text-sm text-muted hover:text-ink"
      onClick={(event) => {
        if (!cameFromHere) return
        event.preventDefault()
        navigate(-1)
      }}
    >
      <ArrowLeft className="size-4" aria-hidden />
      {m.back_link()}
    </Link>
  )
}
