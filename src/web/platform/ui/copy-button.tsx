import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import { notify } from './notifications-store.ts'

/** Copies a text. Confirms with a tick, and reports if the browser refuses. */
export function CopyButton({
  text,
  label,
  copied,
  failed,
}: {
  text: string
  label: string
  copied: string
  failed: string
}) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, 2000, false)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
    } catch {
      notify(failed, 'error')
    }
  }
  return (
    <button
      type="button"
      className="grid size-7 place-items-center rounded text-muted hover:bg-raised hover:text-ink"
      title={label}
      onClick={copy}
    >
      <Icon name={done ? 'tick' : 'copy'} className={`size-3.5 ${done ? 'text-accent' : ''}`} />
      <span className="sr-only" aria-live="polite">
        {done ? copied : label}
      </span>
    </button>
  )
}
