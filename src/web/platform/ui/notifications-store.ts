import { create } from 'zustand'
import { hasForeignScript } from '#web/platform/site/foreign-script.ts'
import { isLoadingDocument } from '#web/platform/site/site-history.ts'
import { tabPart } from '#web/platform/site/tab-storage.ts'

/** How long a notification stays, in milliseconds (product.md section 9). */
export const notificationLifetimeMs = 5000

/** `timestamp`: milliseconds since the epoch when it was raised or last renewed. */
export type Notification = {
  readonly id: string
  readonly type: 'info' | 'success' | 'error'
  readonly message: string
  readonly timestamp: number
}

type NotificationStore = {
  readonly notifications: readonly Notification[]
  /** When expiry was paused, because the pointer or the focus is on a notification. */
  readonly pausedAt: number | undefined
}

const carried = tabPart<readonly Notification[]>('notifications')

export const useNotifications = create<NotificationStore>(() => ({
  notifications: fromDocumentBefore(),
  pausedAt: undefined,
}))

/** Shows a message for five seconds. Repeating a shown message renews it. */
export function notify(
  message: string,
  type: Notification['type'] = 'info',
  id = `${type}:${message}`,
): void {
  const raised = { id, type, message, timestamp: Date.now() }
  useNotifications.setState(({ notifications }) => ({
    notifications: notifications.some((known) => known.id === id)
      ? notifications.map((known) => (known.id === id ? raised : known))
      : [...notifications, raised],
  }))
}

/** Shows the reason of a refusal, if there is no place for it beside the button. */
export function notifyRefusal({ detail }: { readonly detail: string }): void {
  notify(detail, 'error')
}

export function dismiss(id: string): void {
  useNotifications.setState(({ notifications }) => {
    const left = notifications.filter((known) => known.id !== id)
    // the notification paused by hovering may have been the last one
    return left.length > 0 ? { notifications: left } : { notifications: left, pausedAt: undefined }
  })
}

/** Removes expired notifications. */
export function expireNotifications(now: number): void {
  useNotifications.setState(({ notifications, pausedAt }) =>
    pausedAt === undefined
      ? { notifications: notifications.filter(({ timestamp }) => now - timestamp < notificationLifetimeMs) }
      : {},
  )
}

export function pauseNotifications(): void {
  useNotifications.setState(({ pausedAt }) => ({ pausedAt: pausedAt ?? Date.now() }))
}

/** Ends the pause. Each notification keeps the lifetime that it had left. */
export function resumeNotifications(): void {
  useNotifications.setState(({ notifications, pausedAt }) => {
    if (pausedAt === undefined) return {}
    const now = Date.now()
    return {
      pausedAt: undefined,
      notifications: notifications.map((known) => ({
        ...known,
        timestamp: now - Math.max(0, pausedAt - known.timestamp),
      })),
    }
  })
}

/** Returns notifications that the previous document passed on. */
function fromDocumentBefore(): readonly Notification[] {
  const notifications = carried.read() ?? []
  carried.forget()
  return notifications.filter(({ timestamp }) => Date.now() - timestamp < notificationLifetimeMs)
}

/** Passes pending notifications on to the next document. Must be called once, before the first page is rendered. */
export function carryNotifications(): void {
  addEventListener('pagehide', () => {
    const { notifications } = useNotifications.getState()
    if ((hasForeignScript() || isLoadingDocument()) && notifications.length > 0) carried.keep(notifications)
  })
}
