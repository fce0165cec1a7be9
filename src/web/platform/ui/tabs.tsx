import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

type TabsProps<Value extends string> = {
  /** Accessible name of the row. */
  label: string
  tabs: readonly { readonly value: Value; readonly label: ReactNode; readonly content: ReactNode }[]
  /** The selected tab, if the parent holds the state. */
  value?: Value
  /** The initial tab, if the parent does not hold the state. Default: the first. */
  initial?: Value | undefined
  onChange?: (value: Value) => void
  /** Renders the content of the other tabs too, hidden. */
  rendersAll?: boolean
  className?: string
  panelClass?: string
}

/**
 * A row of tabs; only the selected one's content is rendered, unless `rendersAll`. Keys follow the ARIA Authoring
 * Practices: arrows, Home and End move along the row, Enter and Space select. Base UI's tabs would add 12 KB to a video
 * page's first view.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  initial,
  onChange,
  rendersAll = false,
  className = '',
  panelClass = 'pt-6',
}: TabsProps<Value>) {
  const id = useId()
  const [own, setOwn] = useState(initial ?? tabs[0]?.value)
  const chosen = tabs.find((tab) => tab.value === (value ?? own))
  const choose = (next: Value) => {
    if (next === chosen?.value) return
    setOwn(next)
    onChange?.(next)
  }
  return (
    <div className={className}>
      <div role="tablist" aria-label={label} className="tab-row" onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}${tab.value}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab === chosen}
            aria-controls={tab === chosen || rendersAll ? `${id}${tab.value}panel` : undefined}
            data-active={tab === chosen || undefined}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) =>
        tab === chosen || rendersAll ? (
          <div
            key={tab.value}
            id={`${id}${tab.value}panel`}
            role="tabpanel"
            hidden={tab !== chosen}
            aria-labelledby={`${id}${tab.value}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that begins with text must be reachable by keyboard
            tabIndex={0}
            className={panelClass}
          >
            {tab.content}
          </div>
        ) : null,
      )}
    </div>
  )
}

function moveFocus(event: KeyboardEvent): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const to = placeAfter(event, buttons.indexOf(event.target as HTMLElement), buttons.length)
  if (to === undefined) return
  event.preventDefault()
  buttons[to]?.focus()
}

/** Returns the index that a key moves to; undefined for all other keys. */
function placeAfter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, at: number, count: number) {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  return undefined
}
