import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { useSearchParams } from '#web/platform/site/router.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { useFollowedLink } from '#web/platform/ui/link.tsx'

/** A search field with its result in one line. Enter searches at once. */
export function LookupForm({
  label,
  maxLength,
  status,
  lookedUp: { text, change, now },
  children,
}: {
  label: string
  maxLength: number
  status: string
  lookedUp: ReturnType<typeof useLookedUp>
  children?: ReactNode
}) {
  const id = useId()
  return (
    <form
      noValidate
      className="grid max-w-xl gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        now()
      }}
    >
      <Field
        label={label}
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={maxLength}
        aria-describedby={id}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <p id={id} role="status" className="min-h-6 text-sm text-muted">
        {status}
      </p>
      {children}
    </form>
  )
}

/** Returns the status line of a search: that it loads, why it failed, or what `found` says of the number of results. */
export function lookupStatus(
  waiting: boolean,
  {
    data,
    error,
    isFetching,
  }: Pick<UseQueryResult<{ readonly count: number }>, 'data' | 'error' | 'isFetching'>,
  found: (result: { count: number }) => string,
): string {
  if (waiting || (isFetching && !data)) return m.admin_loading()
  return error?.message ?? found({ count: data?.count ?? 0 })
}

/** How long after the last key something is looked up, in milliseconds. */
export const searchDelayMs = 500

/**
 * The admin's search, bound to `?query=` so that links and the back button work. The address follows the input after half
 * a second, or at once by `now()` and for an empty field. `waiting` until then. Other parameters stay, except the page.
 */
export function useLookedUp() {
  const [search, setSearch] = useSearchParams()
  const query = (search.get('query') ?? '').trim()
  const [text, setText] = useState(query)
  const written = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useFollowedLink(() => clearTimeout(timer.current))

  useEffect(() => {
    if (query === written.current) return
    // a link or the back button, not the field
    clearTimeout(timer.current)
    written.current = query
    setText(query)
  }, [query])

  const write = (value: string) => {
    clearTimeout(timer.current)
    written.current = value.trim()
    if (written.current === query) return
    setSearch(
      (before) => {
        if (written.current) before.set('query', written.current)
        else before.delete('query')
        before.delete('page')
        return before
      },
      { replace: true },
    )
  }
  const change = (value: string) => {
    setText(value)
    clearTimeout(timer.current)
    if (value.trim() === '') write('')
    else timer.current = setTimeout(write, searchDelayMs, value)
  }
  return { text, query, waiting: text.trim() !== query, change, now: () => write(text) }
}
