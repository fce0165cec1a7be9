import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { markModalOpen } from '#web/platform/ui/modal-marker.ts'
import './filter-drawer.css'

/**
 * The filter panel of small screens, which slides in from the bottom (product.md section 2, Listing). It follows the
 * modal's rules with a native dialog: the modal's code would be a sixth of the listing's.
 */
export default function FilterDrawer({
  listed,
  onClose,
  children,
}: {
  /** Number of listed videos; undefined until known. */
  listed: number | undefined
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()

  useEffect(() => {
    dialog.current?.showModal()
    return markModalOpen()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; clicks matter on the backdrop only
    <dialog
      ref={dialog}
      className="drawer"
      aria-labelledby={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <header className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
        <h2 id={title} className="text-base tracking-normal">
          {m.filters()}
        </h2>
        <Button variant="quiet" size="icon" aria-label={m.close()} onClick={() => dialog.current?.close()}>
          <X className="size-4" aria-hidden />
        </Button>
      </header>
      <div className="overflow-y-auto overscroll-contain px-2 py-4">{children}</div>
      <footer className="border-t border-line p-3">
        <Button variant="primary" size="large" className="w-full" onClick={() => dialog.current?.close()}>
          {listed === undefined ? m.close() : m.show_results({ count: listed })}
        </Button>
      </footer>
    </dialog>
  )
}
