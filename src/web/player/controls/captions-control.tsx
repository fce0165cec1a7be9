import { Captions as CaptionsIcon, CaptionsOff } from 'lucide-react'
import { m } from '#messages/generated/messages.js'
import type { Captions } from '#web/player/film/use-captions.ts'
import { useLocalState } from '#web/site/store.ts'
import { control, icon } from './control.tsx'
import { MenuButton } from './menu-button.tsx'

const off = 'off'

/** Captions on and off by one press; with several languages a menu. */
export function CaptionsControl({ captions: { available, on, chosen } }: { captions: Captions }) {
  const set = useLocalState((state) => state.set)
  if (available.length === 0) return null
  const picture = on ? <CaptionsIcon {...icon} /> : <CaptionsOff {...icon} />
  if (available.length === 1) {
    return control(
      { 'aria-label': m.player_captions(), 'aria-pressed': on, onClick: () => set({ captions: !on }) },
      picture,
      'c',
    )
  }
  return (
    <MenuButton
      menu={{
        kind: 'choices',
        label: m.player_captions(),
        value: on && chosen ? chosen.srclang : off,
        choices: [
          { value: off, label: m.player_captions_off() },
          ...available.map(({ srclang, label }) => ({ value: srclang, label })),
        ],
        onChoose: (language) =>
          set(language === off ? { captions: false } : { captions: true, captionsLanguage: language }),
      }}
      button={(props) =>
        control({ ...props, 'aria-label': m.player_captions() }, picture, 'c', on ? 'control-on' : '')
      }
    />
  )
}
