import { type RefObject, useId, useState } from 'react'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { isTooFast } from '#domain/catalogue/edit-web-vtt.ts'
import { webVttOfSrt } from '#domain/catalogue/srt.ts'
import { webVttCues } from '#domain/catalogue/web-vtt.ts'
import { m } from '#messages/generated/messages.js'
import { FaultText } from '#web/front/desk/fields/fault-text.tsx'
import { FilePick } from '#web/front/desk/fields/file-pick.tsx'
import type { Faults } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { CueTable } from './cue-table.tsx'
import type { Captions } from './film-draft.ts'
import { MachineCaptions } from './machine-captions.tsx'

type Tracks = readonly Captions[]
type Player = RefObject<HTMLVideoElement | null>

/** File names of machine-made captions, as in the catalogue. */
const machineMade = /\.machine\.(?:vtt|srt)$/i

type CaptionsFieldProps = {
  video: Pick<DeskVideo, 'id' | 'durationSeconds'>
  value: Tracks
  faults: Faults
  player: Player
  onChange: (tracks: Tracks) => void
}

/** Captions by language: WebVTT or SRT from the computer, with texts and times that are changed in place. */
export function CaptionsField({ video, value: tracks, faults, player, onChange }: CaptionsFieldProps) {
  const id = useId()
  const [language, setLanguage] = useState('')
  const add = async ([file]: readonly [File, ...File[]]) => {
    const text = await file.text()
    const srclang =
      language.trim() || (/\.([a-z]{2,3}(?:-\w+)?)(?:\.machine)?\.(?:vtt|srt)$/i.exec(file.name)?.[1] ?? '')
    const vtt = /\.srt$/i.test(file.name) ? webVttOfSrt(text) : text
    const track = { srclang, text: vtt, machine: machineMade.test(file.name) }
    onChange([...tracks.filter((other) => other.srclang !== srclang), track])
    setLanguage('')
  }
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-base">
        {m.library_captions()}
      </h2>
      <FaultText>{faults.captions}</FaultText>
      {tracks.map((track, place) => (
        <Track
          key={track.srclang}
          track={track}
          fault={faults[`captions.${place}`]}
          player={player}
          onChange={(changed) => onChange(tracks.with(place, { ...track, ...changed }))}
          onRemove={() => onChange(tracks.toSpliced(place, 1))}
        />
      ))}
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={m.library_language()}
          className="w-28"
          placeholder="en"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={35}
          value={language}
          onChange={(event) => setLanguage(event.target.value)}
        />
        <FilePick label={m.library_captions_upload()} accept=".vtt,.srt,text/vtt" onFiles={add} />
      </div>
      <p className="text-[0.8125rem] text-muted">{m.library_captions_hint()}</p>
      <MachineCaptions video={video} />
    </section>
  )
}

type TrackProps = {
  track: Captions
  fault: string | undefined
  player: Player
  onChange: (changed: Partial<Captions>) => void
  onRemove: () => void
}

/** Captions in one language, folded. */
function Track({ track, fault, player, onChange, onRemove }: TrackProps) {
  return (
    <details className="library-file">
      <summary>
        <span className="num">{track.srclang}</span>
        <Notes track={track} />
        {fault ? <span className="text-[0.8125rem] font-medium text-danger"> {fault}</span> : null}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
        {track.machine ? (
          <div className="grid justify-items-start gap-2">
            <p className="max-w-[65ch] text-sm text-muted">{m.library_captions_machine_text()}</p>
            <Button onClick={() => onChange({ machine: false })}>
              {m.library_captions_looked_through()}
            </Button>
          </div>
        ) : null}
        <CueTable
          text={track.text}
          language={track.srclang}
          player={player}
          onChange={(text) => onChange({ text, machine: false })}
        />
        <Button className="justify-self-start" onClick={onRemove}>
          {m.library_remove()}
        </Button>
      </div>
    </details>
  )
}

/** Warnings shown before the captions are opened: machine-made, too fast. */
function Notes({ track: { text, machine } }: { track: Captions }) {
  const fast = webVttCues(text).filter(isTooFast).length
  return (
    <>
      {machine ? <span className="library-badge ml-2">{m.library_captions_machine()}</span> : null}
      {fast > 0 ? (
        <span role="status" className="ml-2 text-[0.8125rem] text-danger">
          {m.library_cues_fast({ count: fast })}
        </span>
      ) : null}
    </>
  )
}
