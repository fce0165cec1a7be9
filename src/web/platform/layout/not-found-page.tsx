import type { FormEvent } from 'react'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useLocation, useNavigate } from '#web/platform/site/router.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { usePageTitle } from './page-title.ts'

/** The page for an unknown URL: a search for the words of the URL, because old links often name their target. */
export function NotFoundPage() {
  usePageTitle(m.page_not_found_title())
  return (
    <EmptyState
      title={m.page_not_found()}
      action={
        <Link to={href('content')} className={buttonClass({})}>
          {m.continue()}
        </Link>
      }
    >
      <Search />
    </EmptyState>
  )
}

function Search() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const seek = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const sought = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    navigate({ pathname: href('content'), search: sought && new URLSearchParams({ q: sought }).toString() })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not know <search>
    <form role="search" aria-label={m.page_not_found_search()} className="mt-3 flex gap-2" onSubmit={seek}>
      <input
        key={pathname}
        name="q"
        type="search"
        enterKeyHint="search"
        aria-label={m.search_label()}
        className="input min-w-0 flex-1"
        defaultValue={wordsOf(pathname)}
      />
      <Button type="submit" variant="primary">
        {m.page_not_found_search()}
      </Button>
    </form>
  )
}

/** Returns the words of the last part of a path, without ids, file extensions and undecodable parts. */
function wordsOf(pathname: string): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  return decoded(last)
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word) && !/^[\da-f]{12,}$/i.test(word))
    .slice(0, 8)
    .join(' ')
    .slice(0, 60)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
