import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { DeskFrame } from './desk-frame.tsx'

type AdminPageProps = {
  readonly title: string
  /** Where "Back" leads; to the admin's index unless said. */
  readonly back?: { readonly href: string; readonly text: string }
  readonly children: ReactNode
}

/** One screen of the admin: its heading and the way back, in the frame of the desk. */
export function AdminPage({
  title,
  back = { href: deskHref('admin'), text: m.admin_back() },
  children,
}: AdminPageProps) {
  usePageTitle(title)
  return (
    <DeskFrame>
      <Link to={back.href} className="link inline-flex min-h-8 items-center gap-1 text-sm">
        <ArrowLeft className="size-4" aria-hidden />
        {back.text}
      </Link>
      <h1 className="mt-2 break-words">{title}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-6">{children}</div>
    </DeskFrame>
  )
}
