import { m } from '#messages/generated/messages.js'
import { speeds } from '#web/player/film/speeds.ts'
import { useLocalState } from '#web/site/store.ts'
import { control } from './control.tsx'
import { MenuButton } from './menu-button.tsx'

/** 0.5 to 3, remembered for each film to come. */
export function SpeedMenu({ element }: { element: HTMLVideoElement }) {
  const speed = useLocalState((state) => state.speed)
  const text = (
    <span className="num" aria-hidden>
      {m.speed_times({ speed })}
    </span>
  )
  return (
    <MenuButton
      menu={{
        kind: 'choices',
        label: m.player_speed(),
        value: String(speed),
        choices: speeds.map((offered) => ({
          value: String(offered),
          label: m.speed_times({ speed: offered }),
        })),
        onChoose: (value) => {
          element.playbackRate = Number(value)
        },
      }}
      button={(props) =>
        control({ ...props, 'aria-label': m.player_speed_now({ speed }) }, text, '< >', 'control-text')
      }
    />
  )
}
