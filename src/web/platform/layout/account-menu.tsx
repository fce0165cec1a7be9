import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu } from '@base-ui/react/menu'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { sessionCalls } from '#contract/accounts/session-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { noticeSession } from '#web/platform/site/ended-session.ts'
import { useNavigate } from '#web/platform/site/router.tsx'
import { renewSession } from '#web/platform/site/site.ts'
import { forgetPerson } from '#web/platform/site/tab-drafts.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { notifyRefusal } from '#web/platform/ui/notifications-store.ts'
import { Avatar } from './avatar.tsx'
import './account-menu.css'

export type AccountMenuProps = {
  session: SignedInSession
  /** How the visitor reached the avatar while this menu's code was still loading. */
  arrival?: 'focused' | 'hovered' | 'pressed' | undefined
}

/** How long the menu stays open after the pointer left it, in milliseconds (product.md section 9). */
const closeDelayMs = 300

/** The avatar with its dropdown: opens on hover, on click and by keyboard. */
export function AccountMenu({ session, arrival }: AccountMenuProps) {
  const { user } = session
  const place = useRef<HTMLDivElement>(null)
  const logOut = useLogOut()
  const { trigger, open, change } = useOpening(arrival)
  return (
    // the Content-Security-Policy refuses <style> elements; styles.css has their rules
    <CSPProvider disableStyleElements>
      <Menu.Root modal={false} open={open} onOpenChange={change}>
        {/* one grid cell for both: an empty element beside the button would take up a gap */}
        <div className="grid">
          <Menu.Trigger
            ref={trigger}
            openOnHover
            delay={0}
            closeDelay={closeDelayMs}
            className="avatar-button"
          >
            <Avatar user={user} />
            <span className="sr-only">{m.account_menu()}</span>
          </Menu.Trigger>
          {/* inside the page's header, so that the menu belongs to a landmark */}
          <div ref={place} />
        </div>
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={6} align="end" className="z-50 outline-none">
            <Menu.Popup className="popup menu">
              <div className="border-b border-line px-3 pt-2 pb-2.5 text-sm">
                <p className="truncate font-medium">
                  <bdi>{user.name}</bdi>
                </p>
                <p className="truncate text-[0.8125rem] text-muted">{user.email}</p>
              </div>
              <div className="pt-1">
                {accountEntries(session).map(({ path, text }) => (
                  <Menu.LinkItem key={path} className="menu-item" closeOnClick render={<Link to={path} />}>
                    {text()}
                  </Menu.LinkItem>
                ))}
                <Menu.Item className="menu-item" onClick={logOut}>
                  {m.logout()}
                </Menu.Item>
              </div>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </CSPProvider>
  )
}

/** Whether the menu is open, and the change by pointer and keyboard. Takes over what led to the menu being loaded. */
function useOpening(arrival: AccountMenuProps['arrival']) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(arrival === 'pressed' || arrival === 'hovered')
  const pressed = useRef(arrival === 'pressed')
  // together with the change of buttons: a Tab in between would reach the avatar twice
  useLayoutEffect(() => {
    if (arrival === 'focused' || arrival === 'pressed') trigger.current?.focus()
  }, [arrival])
  useEffect(() => {
    // the mouse entered between the button's rendering and the first listener
    if (trigger.current?.matches(':hover')) setOpen(true)
  }, [])

  const change = (next: boolean, { reason, cancel }: Menu.Root.ChangeEventDetails) => {
    // users who press the avatar find the menu opened by their hover already, and do not mean to close it
    const isFirstPress = !next && reason === 'trigger-press' && !pressed.current
    pressed.current = isFirstPress || (next && reason !== 'trigger-hover')
    if (isFirstPress) cancel()
    else setOpen(next)
  }
  return { trigger, open, change }
}

function useLogOut(): () => void {
  const navigate = useNavigate()
  const { send } = useCall(() => call(sessionCalls.logout), {
    onDone: async () => {
      await renewSession()
      forgetPerson()
      navigate(href('landing'))
    },
    onRefused: notifyRefusal,
  })
  return () => send()
}

// a page from the back/forward cache is shown unchanged, even after a logout
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) noticeSession()
})

type AccountEntry = {
  readonly path: string
  readonly text: () => string
  /** Undefined: for every signed-in user. */
  readonly permission?: SignedInSession['permissions'][number]
  readonly admin?: true
}

/**
 * The entries of the account menu, in the order of product.md section 2, Toolbar. The admin's screens precede them,
 * Logout follows.
 */
const entries: readonly AccountEntry[] = [
  { path: '/admin', text: m.admin_page, admin: true },
  { path: '/account/profile', text: m.manage_account, permission: 'account.manage' },
  { path: '/account/subscription', text: m.manage_subscription, permission: 'subscription.manage' },
  { path: '/account/users', text: m.manage_users, permission: 'users.manage' },
  { path: '/account/password', text: m.manage_password },
]

/** Returns the links for signed-in users to pages of this site. */
export function accountEntries({
  permissions,
  admin,
}: Pick<SignedInSession, 'permissions' | 'admin'>): readonly AccountEntry[] {
  return entries.filter(
    (entry) =>
      (admin || !entry.admin) && (entry.permission === undefined || permissions.includes(entry.permission)),
  )
}
