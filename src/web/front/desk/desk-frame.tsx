import { Menu } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { m } from '#messages/generated/messages.js'
import { QueryRoot } from '#web/platform/site/query-root.tsx'
import { useLocation } from '#web/platform/site/router.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import { DeskSearch } from './desk-search.tsx'
import { deskSections, markAt } from './desk-sections.ts'
import { UndoToast } from './undo-toast.tsx'
import './desk.css'

/** The frame of the operator's desk: its sections beside the page, on narrow screens behind a button; its search above them. */
export function DeskFrame({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const column = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // the column is longer than a low window
    const current = column.current?.querySelector<HTMLElement>('[aria-current]')
    if (column.current && current)
      column.current.scrollTop = current.offsetTop - column.current.clientHeight / 2
  }, [])
  return (
    <div className="desk first-screen">
      <a href="#desk-page" className="skip-link">
        {m.desk_skip_sections()}
      </a>
      <div className="desk-side">
        <Button className="desk-menu" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Menu className="size-4" aria-hidden />
          {m.admin_sections()}
        </Button>
        <QueryRoot>
          <DeskSearch />
        </QueryRoot>
        <div ref={column} className="desk-sections">
          <Sections />
        </div>
      </div>
      <div id="desk-page" tabIndex={-1} className="desk-page">
        {children}
      </div>
      <UndoToast />
      <Modal title={m.admin_sections()} className="desk-sheet" onClose={() => setOpen(false)}>
        {isOpen ? <Sections onFollow={() => setOpen(false)} /> : null}
      </Modal>
    </div>
  )
}

function Sections({ onFollow }: { onFollow?: () => void }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={m.admin_sections()} className="grid gap-4">
      {deskSections.map(({ text, pages }) => (
        <div key={text()}>
          <p className="caption px-3 py-1">{text()}</p>
          <ul>
            {pages.map((entry) => (
              <li key={entry.page}>
                <Link
                  to={deskHref(entry.page)}
                  className="desk-entry"
                  aria-current={markAt(pathname, entry)}
                  onClick={onFollow}
                >
                  {entry.text()}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
