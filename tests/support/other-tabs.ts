import { vi } from 'vitest'

type OtherTab = { readonly onmessage: ((event: { data: unknown }) => void) | undefined }

/** Takes the place of the browser's other tabs: what they tell this one, and what it told them. */
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
