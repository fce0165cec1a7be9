import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { useLocation } from '#web/platform/site/router.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'

const leaving = ['pointerdown', 'focusin', 'keydown']

/**
 * What a narrow header has no room for: a button that unfolds it below the header, above the page, so that nothing moves.
 * Escape folds it with the focus back on the button; so does leaving it by Tab, a press elsewhere or a link that was followed.
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
