import { useEffect } from 'react'
import { m } from '#messages/generated/messages.js'
import { useLocalState } from '#web/site/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDark } from '#web/ui/use-dark.ts'

/** Light or dark: the system's, until one is chosen. */
export function ThemeToggle() {
  const theme = useLocalState((state) => state.theme)
  const set = useLocalState((state) => state.set)
  const dark = useDark()

  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
  }, [theme])

  const label = dark ? m.use_light_theme() : m.use_dark_theme()
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={label}
      title={label}
      onClick={() => set({ theme: dark ? 'light' : 'dark' })}
    >
      <Icon name={dark ? 'sun' : 'moon'} className="size-4.5" />
    </Button>
  )
}
