import { Menu } from '@videojs/react'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { minutesAndSeconds } from '#domain/durations.ts'
import { CaptionsLook } from './captions-look.tsx'
import type { MenuContent } from './menu-content.ts'
import './menus.css'

/** The menus of the bar. They are a third of its code and seldom opened, so they are loaded after it. */
export function BarMenu({
  menu,
  open,
  trigger,
}: {
  menu: MenuContent
  /** The viewer pressed the button before its menu was there. */
  open: boolean
  trigger: (props: object) => React.ReactElement
}) {
  return (
    <Menu.Root side="top" align={menu.kind === 'chapters' ? 'start' : 'center'} defaultOpen={open}>
      <Menu.Trigger render={trigger} />
      <Menu.Popup className="player-menu">
        {menu.kind === 'chapters' ? <Chapters menu={menu} /> : <Choices menu={menu} />}
      </Menu.Popup>
    </Menu.Root>
  )
}

function Choices({ menu }: { menu: Extract<MenuContent, { value: string }> }): ReactNode {
  return (
    <Menu.Content>
      <Menu.RadioGroup value={menu.value} onValueChange={menu.onChoose} aria-label={menu.label}>
        {menu.choices.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value} className="player-menu-item">
            <Check className="size-4 not-in-aria-checked:invisible" aria-hidden />
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {menu.kind === 'captions' ? <CaptionsLook /> : null}
    </Menu.Content>
  )
}

function Chapters({ menu }: { menu: Extract<MenuContent, { kind: 'chapters' }> }): ReactNode {
  return (
    <Menu.Content aria-label={menu.label}>
      {menu.chapters.map((chapter, index) => (
        <Menu.Item
          key={chapter.startSeconds}
          className="player-menu-item"
          aria-current={index === menu.current ? 'true' : undefined}
          onSelect={() => menu.onChoose(chapter.startSeconds)}
        >
          <span className="num w-10 shrink-0 text-right opacity-75">
            {minutesAndSeconds(chapter.startSeconds)}
          </span>
          {chapter.title}
        </Menu.Item>
      ))}
    </Menu.Content>
  )
}
