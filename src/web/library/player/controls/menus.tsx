import { Menu } from '@videojs/react'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { minutesAndSeconds } from '#domain/durations.ts'
import { CaptionsLook } from './captions-look.tsx'
import type { MenuContent, MenuPart } from './menu-content.ts'
import './menus.css'

/** The menus of the bar. They are a third of its code and rarely opened, so they are loaded after it. */
export function BarMenu({
  menu,
  open,
  trigger,
}: {
  menu: MenuContent
  /** The button was pressed before its menu was loaded. */
  open: boolean
  trigger: (props: object) => React.ReactElement
}) {
  return (
    <Menu.Root side="top" align={menu.kind === 'chapters' ? 'start' : 'center'} defaultOpen={open}>
      <Menu.Trigger render={trigger} />
      <Menu.Popup className="player-menu">
        <Menu.Content aria-label={menu.label}>
          {menu.kind === 'sheet' ? (
            menu.parts.map((part) => <Part key={part.label} part={part} labelled />)
          ) : (
            <Part part={menu} labelled={false} />
          )}
        </Menu.Content>
      </Menu.Popup>
    </Menu.Root>
  )
}

/** @param labelled one of several parts in a sheet */
function Part({ part, labelled }: { part: MenuPart; labelled: boolean }): ReactNode {
  const label = labelled ? (
    <Menu.GroupLabel className="player-menu-label">{part.label}</Menu.GroupLabel>
  ) : null
  if (part.kind === 'chapters') {
    return (
      <Menu.Group className="player-menu-part">
        {label}
        {part.chapters.map((chapter, index) => (
          <Menu.Item
            key={chapter.startSeconds}
            className="player-menu-item"
            aria-current={index === part.current ? 'true' : undefined}
            onSelect={() => part.onChoose(chapter.startSeconds)}
          >
            <span className="num w-10 shrink-0 text-right opacity-75">
              {minutesAndSeconds(chapter.startSeconds)}
            </span>
            <bdi>{chapter.title}</bdi>
          </Menu.Item>
        ))}
      </Menu.Group>
    )
  }
  const inRow = labelled && part.kind === 'choices'
  return (
    <>
      <Menu.RadioGroup
        value={part.value}
        onValueChange={part.onChoose}
        {...(!labelled && { 'aria-label': part.label })}
        className={inRow ? 'player-menu-row' : 'player-menu-part'}
      >
        {label}
        {part.choices.map((choice) => (
          <Menu.RadioItem key={choice.value} value={choice.value} className="player-menu-item">
            {inRow ? null : <Check className="size-4 not-in-aria-checked:invisible" aria-hidden />}
            {choice.label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {part.kind === 'captions' ? <CaptionsLook /> : null}
    </>
  )
}
