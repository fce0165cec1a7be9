import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { useLocalState } from '#web/platform/site/store.ts'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { Modal } from '#web/platform/ui/modal.tsx'
import './keys-dialog.css'

/** The list of keys, with the switch that turns single-letter keys off (WCAG 2.1.4). Loaded on demand. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const letterKeys = useLocalState((state) => state.letterKeys)
  const set = useLocalState((state) => state.set)
  return (
    <Modal title={m.keys_title()} onClose={onClose} className="max-w-lg">
      <dl className="keys-list" data-off={!letterKeys || undefined}>
        {rows().map(({ does, keys, always }) => (
          <div key={does} data-always={always}>
            <dt>{does}</dt>
            <dd>{keys}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-[0.8125rem] text-muted">{m.keys_in_player()}</p>
      <Checkbox
        className="mt-3 border-t border-line pt-3"
        label={m.keys_letters()}
        checked={letterKeys}
        onChange={(event) => set({ letterKeys: event.target.checked })}
      />
    </Modal>
  )
}

type Row = { does: string; keys: ReactNode; always?: true }

function rows(): Row[] {
  return [
    { does: m.keys_play(), keys: keys('k', m.key_space()), always: true },
    { does: m.keys_skip(), keys: keys('j', 'l') },
    { does: m.keys_arrows(), keys: keys('←', '→'), always: true },
    { does: m.keys_volume(), keys: keys('↑', '↓'), always: true },
    { does: m.keys_ends(), keys: keys(m.key_home(), m.key_end()), always: true },
    { does: m.keys_percent(), keys: keys('0', '9') },
    { does: m.keys_speed(), keys: keys('<', '>') },
    { does: m.keys_step(), keys: keys(',', '.') },
    { does: m.keys_mute(), keys: keys('m') },
    { does: m.keys_captions(), keys: keys('c') },
    { does: m.keys_full_screen(), keys: keys('f') },
    { does: m.keys_theatre(), keys: keys('t') },
    { does: m.keys_next(), keys: together('Shift', 'N') },
    { does: m.keys_previous(), keys: together('Shift', 'P') },
    {
      does: m.keys_search(),
      keys: (
        <>
          {together('Ctrl', 'S')} {keys('/')}
        </>
      ),
      always: true,
    },
    { does: m.keys_show(), keys: keys('?') },
  ]
}

function keys(...names: string[]): ReactNode {
  return names.map((name) => (
    <kbd key={name} className="key">
      {name}
    </kbd>
  ))
}

function together(...names: string[]): ReactNode {
  return <span className="inline-flex gap-1">{keys(...names)}</span>
}
