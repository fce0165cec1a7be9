import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { pages } from '#contract/pages.ts'
import { noticeEndedSession } from '#web/platform/site/ended-session.ts'
import { loadSite } from '#web/platform/site/site.ts'
import { App } from './App.tsx'
import { loadFurtherPages, routeAt } from './routes.tsx'
import { untilReadable } from './served-page.ts'
import './styles.css'
import { listenBeforeRouter } from './platform/ui/history-guard.ts'
import { carryNotifications } from './platform/ui/notifications-store.ts'

// no top-level await: pages that import from this file's chunk would deadlock with it
listenBeforeRouter()
carryNotifications()
start()

/** Loaded later, because nothing can be lost before an element has the focus. */
async function keepFocus(): Promise<void> {
  try {
    const { keepFocus: keep } = await import('./platform/layout/keep-focus.ts')
    keep()
  } catch {
    // a failure must not break the page
  }
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const route = routeAt(location.pathname)
  if (route && route.name !== 'desk' && 'document' in pages[route.name]) await untilReadable(route.page)
  else await Promise.allSettled([route?.page.preload(), loadSite()])
  // pressing Tab in the document continues in the page
  const hasFocus = document.activeElement !== document.body
  if (hasFocus) await keepFocus()
  startTransition(() => createRoot(root).render(<App />))

  noticeEndedSession()
  // an interaction may lead to any page; after a failure the page loads its own code. A pointer that does not move
  // shows no intent
  for (const intent of ['pointermove', 'pointerdown', 'keydown'])
    addEventListener(intent, () => loadFurtherPages().catch(() => undefined), { once: true })
  if (!hasFocus) document.addEventListener('focusin', keepFocus, { once: true })
}
