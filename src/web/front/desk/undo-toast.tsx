import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'

/** How long an act can be undone by the message about it, in milliseconds. */
export const undoMs = 10_000

type Offer = { readonly number: number; readonly message: string; readonly undo: () => unknown }

const useOffer = create<{ readonly offer: Offer | undefined }>(() => ({ offer: undefined }))

/** Says what was done and offers to undo it for ten seconds; a later offer takes its place. */
export function offerUndo(message: string, undo: () => unknown): void {
  useOffer.setState(({ offer }) => ({ offer: { number: (offer?.number ?? 0) + 1, message, undo } }))
}

/** The offer, on every page of the desk. It waits while one points at it or it has the focus. */
export function UndoToast() {
  const { offer } = useOffer()
  return (
    <section aria-label={m.desk_done()} aria-live="polite" className="desk-undo">
      {offer ? <Offered key={offer.number} {...offer} /> : null}
    </section>
  )
}

function Offered({ message, undo }: Offer) {
  const [isPaused, setPaused] = useState(false)
  const left = useRef(undoMs)
  useEffect(() => {
    if (isPaused) return
    const ends = Date.now() + left.current
    const timer = setTimeout(end, left.current)
    return () => {
      clearTimeout(timer)
      left.current = ends - Date.now()
    }
  }, [isPaused])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it on screen
    <div
      className="notification"
      data-type="success"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p className="min-w-0 flex-1 text-sm">{message}</p>
      <Button
        onClick={() => {
          end()
          undo()
        }}
      >
        {m.desk_undo()}
      </Button>
    </div>
  )
}

function end() {
  useOffer.setState({ offer: undefined })
}
