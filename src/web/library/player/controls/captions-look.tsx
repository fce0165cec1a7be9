import { Menu } from '@videojs/react'
import type { KeyboardEvent } from 'react'
import { m } from '#messages/generated/messages.js'
import { useLocalState } from '#web/platform/site/store.ts'
import './captions-look.css'

/** Size and position of captions, as two rows of choices. The menu stays open to show their effect. */
export function CaptionsLook() {
  const { captionsSize, captionsPlace, set } = useLocalState()
  return (
    <>
      <Row
        label={m.captions_size()}
        value={captionsSize}
        choices={[
          ['small', m.captions_small()],
          ['normal', m.captions_normal()],
          ['large', m.captions_large()],
        ]}
        onChoose={(size) => set({ captionsSize: size })}
      />
      <Row
        label={m.captions_place()}
        value={captionsPlace}
        choices={[
          ['bottom', m.captions_bottom()],
          ['top', m.captions_top()],
          ['below', m.captions_below()],
        ]}
        onChoose={(place) => set({ captionsPlace: place })}
      />
    </>
  )
}

function Row<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string
  value: Value
  choices: readonly (readonly [value: Value, label: string])[]
  onChoose: (value: Value) => void
}) {
  return (
    <Menu.RadioGroup
      value={value}
      onValueChange={() => undefined}
      onKeyDown={moveAlong}
      className="player-menu-row"
    >
      <Menu.GroupLabel className="player-menu-label">{label}</Menu.GroupLabel>
      {choices.map(([offered, name]) => (
        <Menu.RadioItem
          key={offered}
          value={offered}
          className="player-menu-item"
          onClick={(event) => {
            // the menu closes after a choice whose event is not prevented
            event.preventDefault()
            onChoose(offered)
          }}
        >
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** The menu handles up and down itself; a row needs left and right. */
function moveAlong({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): void {
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (by === 0) return
  const items = [...currentTarget.querySelectorAll<HTMLElement>('[role="menuitemradio"]')]
  items.at((items.indexOf(target as HTMLElement) + by) % items.length)?.focus()
}
