import { type ComponentProps, type ReactElement, useEffect, useState } from 'react'
import type { MenuContent } from './menu-content.ts'

type MenusModule = typeof import('./menus.tsx')
type ButtonProps = ComponentProps<'button'>

let loaded: MenusModule | undefined
const loadAfterMs = 2000

/** A button of the bar that opens a menu; the menu's code is loaded a moment after the bar, or when it is asked for. */
export function MenuButton({
  menu,
  button,
}: {
  menu: MenuContent
  button: (props: ButtonProps) => ReactElement
}) {
  const [menus, setMenus] = useState(loaded)
  const [pressed, setPressed] = useState(false)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (menus) return
    let current = true
    const load = async () => {
      try {
        loaded = await import('./menus.tsx')
        if (current) setMenus(loaded)
      } catch {
        // the next press tries again
        if (current) setPressed(false)
      }
    }
    const timer = setTimeout(load, pressed ? 0 : loadAfterMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [menus, pressed])

  if (!menus) {
    return button({
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setPressed(true),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    })
  }
  // the button that had the focus was another one
  const trigger = (props: ButtonProps) => button({ ...props, autoFocus: focused })
  return <menus.BarMenu menu={menu} open={pressed} trigger={trigger} />
}
