import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from '#web/platform/site/router.tsx'
import { Button } from './button.tsx'
import { guardHistory } from './history-guard.ts'
import { addressFollowed } from './link.tsx'
import { Modal } from './modal.tsx'

type Words = {
  readonly title: string
  readonly text: string
  readonly stay: string
  readonly leave: string
}

/**
 * Asks before a page with unsaved changes is left: for links and the back button in a dialog of this site, for closing
 * the tab or going to another site in the browser's. The dialog must be rendered.
 */
export function useLeaveWarning(unsaved: boolean, words: Words): ReactNode {
  const navigate = useNavigate()
  const [leave, setLeave] = useState<() => void>()
  const stay = useRef<HTMLButtonElement>(null)
  const go = useRef(navigate)
  useEffect(() => {
    go.current = navigate
  })

  useEffect(() => {
    if (!unsaved) return
    return watchLeaving({
      ask: (then) => setLeave(() => then),
      follow: (address) => go.current(address),
    })
  }, [unsaved])

  const close = () => setLeave(undefined)
  return (
    <Modal title={words.title} onClose={close} initialFocus={stay}>
      {leave ? (
        <div className="grid gap-5">
          <p>{words.text}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              onClick={() => {
                close()
                leave()
              }}
            >
              {words.leave}
            </Button>
            <Button ref={stay} variant="primary" onClick={close}>
              {words.stay}
            </Button>
          </div>
        </div>
      ) : null}
    </Modal>
  )
}

/**
 * Intercepts every way to leave the page and asks, passing a function that proceeds. Returns a function that stops it.
 */
function watchLeaving({
  ask,
  follow,
}: {
  ask: (leave: () => void) => void
  follow: (address: string) => void
}): () => void {
  const here = entryIndex(history.state)
  let passing = false

  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  const onClick = (event: MouseEvent) => {
    const address = addressFollowed(event)
    if (address === undefined) return
    // the link sees `defaultPrevented` and does not navigate
    event.preventDefault()
    ask(() => follow(address))
  }
  const onHistory = (event: PopStateEvent) => {
    const there = entryIndex(event.state)
    if (passing || here === undefined || there === undefined) return
    event.stopImmediatePropagation()
    // returns to this same entry
    if (there === here) return
    history.go(here - there)
    ask(() => {
      passing = true
      history.go(there - here)
    })
  }
  window.addEventListener('beforeunload', onUnload)
  document.addEventListener('click', onClick, { capture: true })
  const endGuard = guardHistory(onHistory)
  return () => {
    window.removeEventListener('beforeunload', onUnload)
    document.removeEventListener('click', onClick, { capture: true })
    endGuard()
  }
}

/** Returns the router's number of a history entry. */
function entryIndex(state: unknown): number | undefined {
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined
  return typeof index === 'number' ? index : undefined
}
