import { type RefObject, useState } from 'react'
import { isTooFast, timestamp, typedTimestamp, withCue } from '#domain/catalogue/edit-web-vtt.ts'
import { type WebVttCue, webVttCues } from '#domain/catalogue/web-vtt.ts'
import { m } from '#messages/generated/messages.js'
import { usePages } from '#web/platform/layout/table-pages.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'

type CueTableProps = {
  text: string
  language: string
  player: RefObject<HTMLVideoElement | null>
  onChange: (text: string) => void
}

/** The lines of one language's captions, ten at a time; as a whole text where it has none that can be read. */
export function CueTable({ text, language, player, onChange }: CueTableProps) {
  const [onlyFast, setOnlyFast] = useState(false)
  const cues = webVttCues(text)
  const fast = cues.filter(isTooFast)
  const { shown, pages } = usePages(onlyFast ? fast : cues, m.library_cues({ language }))
  if (cues.length === 0)
    return (
      <TextArea
        label={m.library_captions_text()}
        className="input num block"
        rows={8}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {fast.length > 0 ? (
        <Checkbox
          label={m.library_cues_only_fast()}
          checked={onlyFast}
          onChange={(event) => setOnlyFast(event.target.checked)}
        />
      ) : null}
      <ol className="grid gap-2" aria-label={m.library_cues({ language })}>
        {shown.map((cue) => (
          <Cue
            // as it was stored: what is typed in it is its own until it is left
            key={`${cue.line} ${cue.startSeconds} ${cue.endSeconds} ${cue.text}`}
            cue={cue}
            player={player}
            onChange={(changed) => onChange(withCue(text, cue, changed))}
          />
        ))}
      </ol>
      {pages}
    </div>
  )
}

type CueProps = {
  cue: WebVttCue
  player: RefObject<HTMLVideoElement | null>
  onChange: (cue: WebVttCue) => void
}

function Cue({ cue, player, onChange }: CueProps) {
  const [from, setFrom] = useState(timestamp(cue.startSeconds))
  const [to, setTo] = useState(timestamp(cue.endSeconds))
  const [said, setSaid] = useState(cue.text)
  const [startSeconds, endSeconds] = [typedTimestamp(from), typedTimestamp(to)]
  const isWrong = startSeconds === undefined || endSeconds === undefined || said.trim() === ''
  const leave = () => {
    if (isWrong) return
    const changed = { ...cue, startSeconds, endSeconds, text: said }
    if (JSON.stringify(changed) !== JSON.stringify(cue)) onChange(changed)
  }
  const time = (label: string, value: string, change: (typed: string) => void) => (
    <input
      className="input num"
      aria-label={label}
      aria-invalid={typedTimestamp(value) === undefined ? true : undefined}
      value={value}
      onChange={(event) => change(event.target.value)}
      onBlur={leave}
    />
  )
  return (
    <li className="library-cue" data-fast={isTooFast(cue) || undefined}>
      {time(m.library_cue_from(), from, setFrom)}
      {time(m.library_cue_to(), to, setTo)}
      <Button
        variant="quiet"
        disabled={!player.current}
        onClick={() => {
          if (player.current) player.current.currentTime = cue.startSeconds
        }}
      >
        {m.library_cue_show()}
      </Button>
      <textarea
        className="input library-cue-text"
        aria-label={m.library_cue_text()}
        aria-invalid={said.trim() === '' ? true : undefined}
        rows={2}
        value={said}
        onChange={(event) => setSaid(event.target.value)}
        onBlur={leave}
      />
      {isTooFast(cue) ? <p className="library-cue-note">{m.library_cue_fast()}</p> : null}
    </li>
  )
}
