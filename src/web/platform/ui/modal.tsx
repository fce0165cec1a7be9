import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { markModalOpen } from './modal-marker.ts'
import './modal.css'

/**
 * The one modal (product.md section 4), open while it has content. While open it locks scrolling, sets `modal-open` on
 * the body and listens for the close key. Clicks on the backdrop and the close button close it, clicks inside do not.
 */
export function Modal({
  title,
  children,
  onClose,
  initialFocus,
  className = 'max-w-md',
}: {
  title: string
  /** Nothing, null or false closes it. */
  children?: ReactNode
  onClose: () => void
  initialFocus?: RefObject<HTMLElement | null>
  /** Sets the width. */
  className?: string
}) {
  const open = children !== undefined && children !== null && children !== false
  useEffect(() => (open ? markModalOpen() : undefined), [open])
  if (!open) return null
  return (
    // the Content-Security-Policy refuses <style> elements; styles.css has their rules
    <CSPProvider disableStyleElements>
      <Dialog.Root open onOpenChange={(next) => next || onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="modal-backdrop" />
          <Dialog.Viewport className="modal-viewport">
            <Dialog.Popup
              className={`modal ${className}`}
              // React passes events of a portal on to the form that rendered it
              onSubmit={(event) => event.stopPropagation()}
              {...(initialFocus && { initialFocus })}
            >
              <header className="flex items-start gap-4 border-b border-line py-3 pr-3 pl-5">
                <Dialog.Title className="min-w-0 flex-1 py-1.5 text-base leading-snug font-semibold tracking-normal">
                  {title}
                </Dialog.Title>
                <Dialog.Close
                  render={<Button variant="quiet" size="icon" />}
                  aria-label={m.close()}
                  title={m.close()}
                >
                  <Icon name="cross" />
                </Dialog.Close>
              </header>
              <div className="overflow-y-auto p-5">{children}</div>
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  )
}
