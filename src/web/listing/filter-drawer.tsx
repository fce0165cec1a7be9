import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { markModalOpen } from '#web/ui/modal-marker.ts'

/**
 * On small screens a button toggles the filter panel, which rises from the bottom (product.md section 2, Listing). It
 * keeps the modal's rules with the browser's own dialog: the modal's code would weigh a sixth of the listing's.
 */
export function FilterDrawer({
  chosen,
  listed,
  children,
}: {
  /** How many filters are chosen. */
  chosen: number
  /** How many videos are listed; undefined while that is not known. */
  listed: number | undefined
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const title = useId()

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else if (dialog.current?.open) dialog.current.close()
    return open ? markModalOpen() : undefined
  }, [open])

  return (
    <>
      <Button aria-expanded={open} aria-haspopup="dialog" onClick={() => setOpen(!open)}>
        <SlidersHorizontal className="size-4" aria-hidden />
        {m.show_filters()}
        {chosen > 0 ? (
          <span className="num rounded-full bg-accent px-1.5 text-accent-ink">
            <span aria-hidden>{chosen}</span>
            <span className="sr-only">, {m.filters_chosen({ count: chosen })}</span>
          </span>
        ) : null}
      </Button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, the click is for the backdrop only */}
      <dialog
        ref={dialog}
        className="drawer"
        aria-labelledby={title}
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && setOpen(false)}
      >
        {open ? (
          <>
            <header className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
              <h2 id={title} className="text-base tracking-normal">
                {m.filters()}
              </h2>
              <Button variant="quiet" size="icon" aria-label={m.close()} onClick={() => setOpen(false)}>
                <X className="size-4" aria-hidden />
              </Button>
            </header>
            <div className="overflow-y-auto overscroll-contain px-2 py-4">{children}</div>
            <footer className="border-t border-line p-3">
              <Button variant="primary" size="large" className="w-full" onClick={() => setOpen(false)}>
                {listed === undefined ? m.close() : m.show_results({ count: listed })}
              </Button>
            </footer>
          </>
        ) : null}
      </dialog>
    </>
  )
}
