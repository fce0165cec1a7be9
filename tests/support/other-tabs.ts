import { vi } from 'vitest'

type OtherTab = { readonly onmessage: ((event: { data: unknown }) => void) | undefined }

/** Simulates the browser's other tabs: their messages to this one, and its messages to them. */
export function otherTabs(): {
  tell(viewer: string | undefined): void
  readonly told: (string | undefined)[]
} {
  const open: OtherTab[] = []
  const told: (string | undefined)[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class implements OtherTab {
      onmessage = undefined
      constructor() {
        open.push(this)
      }
      postMessage(viewer: string | undefined) {
        told.push(viewer)
      }
    },
  )
  return {
    tell(viewer) {
      for (const tab of open) tab.onmessage?.({ data: viewer })
    },
    told,
  }
}
