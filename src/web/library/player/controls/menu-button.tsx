import { type ComponentProps, type ReactElement, useEffect, useState } from 'react'
import type { MenuContent } from './menu-content.ts'

type Menus = typeof import('./menus.tsx').BarMenu
type ButtonProps = ComponentProps<'button'>

let loaded: Menus | undefined

/** A button of the bar that opens a menu, whose code is loaded on hover or focus. */
export function MenuButton({
  menu,
  button,
}: {
  menu: MenuContent
  button: (props: ButtonProps) => ReactElement
}) {
  const [Menu, setMenu] = useState(() => loaded)
  const [wanted, setWanted] = useState(false)
  const [pressed, setPressed] = useState(false)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (Menu || !wanted) return
    let current = true
    import('./menus.tsx').then(
      ({ BarMenu }) => {
        loaded = BarMenu
        if (current) setMenu(() => BarMenu)
      },
      () => {
        // the next press tries again
        if (current) {
          setPressed(false)
          setWanted(false)
        }
      },
    )
    return () => {
      current = false
    }
  }, [Menu, wanted])

  if (!Menu) {
    return button({
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: () => setWanted(true),
      onClick: () => {
        setWanted(true)
        setPressed(true)
      },
      onFocus: () => {
        setWanted(true)
        setFocused(true)
      },
      onBlur: () => setFocused(false),
    })
  }
  // the focused button was replaced
  const trigger = (props: ButtonProps) => button({ ...props, autoFocus: focused })
  return <Menu menu={menu} open={pressed} trigger={trigger} />
}
