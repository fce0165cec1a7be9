import { type ComponentProps, type ReactElement, useEffect, useState } from 'react'
import type { MenuContent } from './menu-content.ts'

type Menus = typeof import('./menus.tsx').BarMenu
type ButtonProps = ComponentProps<'button'>

let loaded: Menus | undefined
const loadAfterMs = 2000

/** A button of the bar that opens a menu; the menu's code is loaded a moment after the bar, or when it is asked for. */
export function MenuButton({
  menu,
  button,
}: {
  menu: MenuContent
  button: (props: ButtonProps) => ReactElement
}) {
  const [Menu, setMenu] = useState(() => loaded)
  const [pressed, setPressed] = useState(false)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (Menu) return
    let current = true
    const load = async () => {
      try {
        const { BarMenu } = await import('./menus.tsx')
        loaded = BarMenu
        if (current) setMenu(() => BarMenu)
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
  }, [Menu, pressed])

  if (!Menu) {
    return button({
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setPressed(true),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    })
  }
  // the button that had the focus has been replaced
  const trigger = (props: ButtonProps) => button({ ...props, autoFocus: focused })
  return <Menu menu={menu} open={pressed} trigger={trigger} />
}
