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

// no top-level await: the pages import what stands in the same file as this, and would wait for it as it for them
listenBeforeRouter()
carryNotifications()
start()

/** Nothing is lost before something has the focus. */
async function keepFocus(): Promise<void> {
  const { keepFocus: keep } = await import('./platform/layout/keep-focus.ts')
  keep()
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const route = routeAt(location.pathname)
  if (route && pages[route.name].document) await untilReadable(route.page)
  else await Promise.allSettled([route?.page.preload(), loadSite()])
  startTransition(() => createRoot(root).render(<App />))

  noticeEndedSession()
  // whoever does something may open any page next; if it fails, the page asks again. A pointer that only lies there is no intent
  for (const intent of ['pointermove', 'pointerdown', 'keydown'])
    addEventListener(intent, () => loadFurtherPages().catch(() => undefined), { once: true })
  document.addEventListener('focusin', () => keepFocus().catch(() => undefined), { once: true })
}
