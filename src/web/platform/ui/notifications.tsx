import { useEffect } from 'react'
import { m } from '#messages/generated/messages.js'
import { Icon } from './icon.tsx'
import {
  dismiss,
  expireNotifications,
  type Notification,
  notificationLifetimeMs,
  pauseNotifications,
  resumeNotifications,
  useNotifications,
} from './notifications-store.ts'

const icons = { info: 'info', success: 'check', error: 'alert' } as const

/** The list of notifications: bottom right, announced politely, paused on hover. */
export function Notifications() {
  const { notifications, pausedAt } = useNotifications()

  useEffect(() => {
    if (notifications.length === 0 || pausedAt !== undefined) return
    const oldest = Math.min(...notifications.map(({ timestamp }) => timestamp))
    const timer = setTimeout(
      () => expireNotifications(Date.now()),
      Math.max(0, oldest + notificationLifetimeMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [notifications, pausedAt])

  return (
    <section
      aria-label={m.notifications()}
      aria-live="polite"
      aria-relevant="additions text"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 grid justify-items-end gap-2 sm:left-auto sm:w-96"
    >
      {notifications.map((notification) => (
        <Message key={notification.id} {...notification} />
      ))}
    </section>
  )
}

function Message({ id, type, message }: Notification) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it on screen
    <div
      className="notification"
      data-type={type}
      onMouseEnter={pauseNotifications}
      onMouseLeave={resumeNotifications}
      onFocus={pauseNotifications}
      onBlur={resumeNotifications}
    >
      <Icon
        name={icons[type]}
        className={`mt-0.5 size-4.5 shrink-0 ${type === 'error' ? 'text-danger' : 'text-accent'}`}
      />
      <p className="min-w-0 flex-1 text-sm">{message}</p>
      <button
        type="button"
        className="-my-0.5 grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-raised hover:text-ink"
        aria-label={m.dismiss()}
        onClick={() => dismiss(id)}
      >
        <Icon name="cross" className="size-3.5" />
      </button>
    </div>
  )
}
