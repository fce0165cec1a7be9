import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Search } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { useNavigate } from '#web/platform/site/router.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { isField } from '#web/platform/site/typing.ts'
import { type Found, useFound } from './desk-found.ts'

/** The desk's own search: its pages, people, orders and videos, as one types. `/` leads to it from everywhere at the desk. */
export function DeskSearch() {
  const [text, setText] = useState('')
  const { groups, isSearching } = useFound(text)
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  useSlash(field)
  const sentence = () => {
    if (isSearching) return m.admin_loading()
    return groups.length === 0 ? m.desk_search_none() : undefined
  }
  return (
    // the Content-Security-Policy refuses <style> elements; styles.css has their rules
    <CSPProvider disableStyleElements>
      <Autocomplete.Root
        items={groups}
        filter={null}
        autoHighlight="always"
        value={text}
        onValueChange={(value, { reason }) => setText(reason === 'item-press' ? '' : value)}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not know <search> */}
        <div role="search" aria-label={m.desk_search()} className="relative min-w-0">
          <Search className="desk-search-icon" aria-hidden />
          <Autocomplete.Input
            ref={field}
            className="input search-input"
            aria-label={m.desk_search()}
            aria-keyshortcuts="/"
            placeholder={m.desk_search_placeholder()}
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
          />
          <div ref={place} />
        </div>
        {text.trim() === '' ? null : (
          <Autocomplete.Portal container={place}>
            <Autocomplete.Positioner sideOffset={6} align="start" className="z-50 outline-none">
              <Autocomplete.Popup className="popup desk-found">
                <Autocomplete.Status className="desk-found-status">{sentence()}</Autocomplete.Status>
                <Autocomplete.List>
                  {(group: Found) => <FoundGroup key={group.value} group={group} />}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        )}
      </Autocomplete.Root>
    </CSPProvider>
  )
}

function FoundGroup({ group: { value, items } }: { group: Found }) {
  const navigate = useNavigate()
  return (
    <Autocomplete.Group items={items}>
      <Autocomplete.GroupLabel className="caption px-3 py-1">{value}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(item: Found['items'][number]) => (
          <Autocomplete.Item
            key={item.to + item.detail}
            value={item}
            className="desk-found-item"
            onClick={() => navigate(item.to)}
          >
            <bdi className="truncate">{item.text}</bdi>
            <span className="caption truncate">{item.detail}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

/** `/` where one is not typing leads to this field, before the toolbar's takes it. */
function useSlash(field: RefObject<HTMLInputElement | null>): void {
  const letterKeys = useLocalState((state) => state.letterKeys)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey, target } = event
      if (key !== '/' || altKey || ctrlKey || metaKey || !letterKeys || isField(target)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [field, letterKeys])
}
