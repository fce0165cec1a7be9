import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { m } from '#messages/generated/messages.js'
import type { AccountMenuProps } from './account-menu.tsx'
import { Avatar } from './avatar.tsx'

/** The avatar in the toolbar. Its menu is loaded after the page shows, because its code is large. */
export default function AccountButton({ session }: { session: SignedInSession }) {
  const [Menu, setMenu] = useState<ComponentType<AccountMenuProps>>()
  const [arrival, setArrival] = useState<AccountMenuProps['arrival']>()

  const load = useCallback(() => {
    import('./account-menu.tsx').then(
      ({ AccountMenu }) => setMenu(() => AccountMenu),
      // the next hover tries again
      () => undefined,
    )
  }, [])
  useEffect(() => {
    const idle = setTimeout(load, 1000)
    return () => clearTimeout(idle)
  }, [load])

  if (Menu) return <Menu session={session} arrival={arrival} />
  return (
    <button
      type="button"
      className="avatar-button"
      aria-haspopup="menu"
      // not onPointerEnter: React does not fire it when the pointer comes from an element just removed
      onPointerOver={({ pointerType }) => {
        if (pointerType === 'mouse') setArrival('hovered')
        load()
      }}
      onPointerLeave={() => setArrival(undefined)}
      onFocus={() => {
        setArrival('focused')
        load()
      }}
      onBlur={() => setArrival(undefined)}
      onClick={() => {
        setArrival('pressed')
        load()
      }}
    >
      <Avatar user={session.user} />
      <span className="sr-only">{m.account_menu()}</span>
    </button>
  )
}
