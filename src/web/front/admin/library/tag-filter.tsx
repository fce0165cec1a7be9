import { useState } from 'react'
import { m } from '#messages/generated/messages.js'
import type { useTablePlace } from '#web/front/desk/use-table-place.ts'
import { Field } from '#web/platform/ui/field.tsx'

/** Asks for the films of a tag, once it is typed. */
export function TagFilter({ place }: { place: ReturnType<typeof useTablePlace> }) {
  const stored = place.filter('tag')
  const [tag, setTag] = useState(stored)
  const ask = () => {
    if (tag.trim() !== stored) place.setFilter('tag', tag.trim())
  }
  return (
    <Field
      label={m.library_tag()}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={60}
      value={tag}
      onChange={(event) => setTag(event.target.value)}
      onBlur={ask}
      onKeyDown={(event) => event.key === 'Enter' && ask()}
    />
  )
}
