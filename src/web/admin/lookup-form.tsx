import { type ReactNode, useId } from 'react'
import { Field } from '#web/ui/field.tsx'
import type { useLookedUp } from './use-looked-up.ts'

/** The field of something to be looked up, and what came of it in one line. Enter looks it up at once. */
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
