import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useLocation, useNavigate } from '#web/platform/site/router.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { isField } from '#web/platform/site/typing.ts'
import { Icon } from '#web/platform/ui/icon.tsx'
import { useFollowedLink } from '#web/platform/ui/link.tsx'
import { useWideScreen } from '#web/platform/ui/wide-screen.ts'

/**
 * Milliseconds from a keystroke to the change of the URL, so that the typed character is painted first. Browsers allow
 * 100 changes in 30 seconds, so continuous typing raises the delay.
 */
const writeDelayMs = { usual: 40, many: 400 }
const manyWrites = 60
const halfMinuteMs = 30_000

/** The toolbar's search field, bound to `?q=` of the listing. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null)
  const { text, change, write } = useSearchText()
  useSearchKeys(input)
  useTypedBefore(input, change)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    write(text)
    input.current?.blur()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    if (text) change('')
    else event.currentTarget.blur()
  }

  return (
    // without scripts the form requests the listing with this query
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not know <search>
    <form role="search" action={href('content')} className="relative w-full" onSubmit={submit}>
      <Icon name="search" className="pointer-events-none absolute top-2.5 left-3 z-10 size-4 text-muted" />
      <input
        ref={input}
        type="search"
        name="q"
        enterKeyHint="search"
        aria-label={m.search_label()}
        aria-keyshortcuts="Control+S /"
        placeholder={useWideScreen(30) ? m.search_placeholder() : m.search_placeholder_narrow()}
        className="input search-input"
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={press}
      />
    </form>
  )
}

/**
 * Keeps the field's text as a state of its own, because a field bound to the URL loses keystrokes. The URL follows
 * after a delay. `change` is called with each keystroke; `write` updates the URL at once.
 */
function useSearchText(): { text: string; change: (value: string) => void; write: (value: string) => void } {
  const location = useLocation()
  const navigate = useNavigate()
  const onListing = location.pathname === href('content')
  const sought = (onListing && new URLSearchParams(location.search).get('q')) || ''
  const [text, setText] = useState(sought)
  // values not yet in the URL, oldest first
  const written = useRef([sought])
  const latest = useRef(location)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const writtenAt = useRef<number[]>([])
  useFollowedLink(() => clearTimeout(timer.current))

  useEffect(() => {
    const before = latest.current
    latest.current = location
    const visited = [before.pathname, location.pathname]
    const arrived = written.current.indexOf(sought)
    if (arrived < 0) {
      // something else changed the URL: a link, the back button
      clearTimeout(timer.current)
      written.current = [sought]
      setText(sought)
      return
    }
    // a slow page shows the value of a few keystrokes before: it must not undo newer ones
    written.current = written.current.slice(arrived)
    if (before.pathname !== location.pathname && !visited.includes(href('content'))) {
      // a search not yet in the URL must not lead back to the listing
      clearTimeout(timer.current)
    }
  }, [location, sought])

  const write = (value: string) => {
    clearTimeout(timer.current)
    if (value === written.current.at(-1)) return
    written.current.push(value)
    writtenAt.current.push(Date.now())
    const replace = latest.current.pathname === href('content')
    const search = new URLSearchParams(replace ? latest.current.search : '')
    if (value) search.set('q', value)
    else search.delete('q')
    navigate({ pathname: href('content'), search: search.toString() }, { replace })
  }

  const change = (value: string) => {
    setText(value)
    clearTimeout(timer.current)
    writtenAt.current = writtenAt.current.filter((time) => Date.now() - time < halfMinuteMs)
    const often = writtenAt.current.length >= manyWrites
    timer.current = setTimeout(write, often ? writeDelayMs.many : writeDelayMs.usual, value)
  }

  return { text, change, write }
}

/**
 * Takes over what the visitor typed before the screens started: the served document has the same field (draw-page.tsx).
 * The element is found on first rendering and read once replaced, so that text typed in between counts, and text
 * restored by the browser does not.
 */
function useTypedBefore(input: RefObject<HTMLInputElement | null>, change: (value: string) => void): void {
  const [drawn] = useState(() => {
    const served = globalThis.document?.querySelector<HTMLInputElement>('input[name=q]')
    return { served, value: served?.value, hadFocus: served?.matches(':focus') }
  })
  const goOn = useEffectEvent(() => {
    const { served, value, hadFocus } = drawn
    if (!served || served.isConnected || !(hadFocus || served.value !== value)) return
    input.current?.focus()
    if (served.value !== '') change(served.value)
  })
  useLayoutEffect(() => goOn(), [])
}

/** Ctrl-S (Cmd-S) everywhere, and `/` outside of text fields, focus the field and select its text. */
function useSearchKeys(input: RefObject<HTMLInputElement | null>): void {
  const letterKeys = useLocalState((state) => state.letterKeys)
  // synchronous with the field: users may press the key as soon as they see it
  useLayoutEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return
      const wanted =
        event.ctrlKey || event.metaKey
          ? event.key.toLowerCase() === 's' && !event.shiftKey
          : event.key === '/' && letterKeys && !isField(event.target)
      if (!wanted) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [input, letterKeys])
}
