import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { useLocation } from '#web/platform/site/router.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'

const leaving = ['pointerdown', 'focusin', 'keydown']

/**
 * The menu of a narrow header: its button unfolds it below the header, over the page, so that nothing moves. Escape
 * closes it and returns the focus to the button. Leaving it by Tab, pressing elsewhere and following a link close it
 * too.
 */
export function NarrowMenu({ className = '', children }: { className?: string; children: ReactNode }) {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === key
  const frame = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      const escaped = 'key' in event && event.key === 'Escape'
      if (escaped) frame.current?.querySelector('button')?.focus()
      if (escaped || !frame.current?.contains(event.target as Node)) setOpenAt(undefined)
    }
    for (const kind of leaving) addEventListener(kind, leave)
    return () => {
      for (const kind of leaving) removeEventListener(kind, leave)
    }
  }, [isOpen])

  return (
    <div ref={frame} className={className}>
      <Button
        size="icon"
        aria-label={m.main_menu()}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpenAt(isOpen ? undefined : key)}
      >
        <Icon name={isOpen ? 'cross' : 'menu'} className="size-4.5" />
      </Button>
      {isOpen ? (
        <div id={id} className="narrow-menu popup">
          {children}
        </div>
      ) : null}
    </div>
  )
}
