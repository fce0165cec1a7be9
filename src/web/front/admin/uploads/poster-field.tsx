import { type RefObject, useId, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { FaultText } from '#web/front/desk/fields/fault-text.tsx'
import { FilePick } from '#web/front/desk/fields/file-pick.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { drawnPicture, pictureOf } from './poster-picture.ts'

type PosterFieldProps = {
  /** An address; empty without a poster. */
  value: string
  frames: readonly string[]
  fault: string | undefined
  player: RefObject<HTMLVideoElement | null>
  hasFilm: boolean
  onChange: (poster: string) => void
}

/** The poster of a film: a picture from the computer, the frame that the player shows, or one of those that were taken. */
export function PosterField({ value, frames, fault, player, hasFilm, onChange }: PosterFieldProps) {
  const id = useId()
  const [isUnreadable, setUnreadable] = useState(false)
  const take = async (picture: Promise<string | undefined>) => {
    const drawn = await picture.catch(() => undefined)
    setUnreadable(drawn === undefined)
    if (drawn !== undefined) onChange(drawn)
  }
  const takeFrame = async () => {
    const shown = player.current
    return shown ? drawnPicture(shown, { width: shown.videoWidth, height: shown.videoHeight }) : undefined
  }
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id={id} className="text-base">
        {m.library_poster()}
      </h2>
      {value === '' ? (
        <p className="text-sm text-muted">{m.library_poster_none()}</p>
      ) : (
        <img className="library-poster" src={value} alt={m.library_poster()} />
      )}
      <FaultText role="alert">{isUnreadable ? m.desk_poster_unknown() : fault}</FaultText>
      {frames.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {frames.map((address, place) => (
            <button
              key={address}
              type="button"
              className="library-frame"
              onClick={() => take(fetch(address).then(async (reply) => pictureOf(await reply.blob())))}
            >
              <img src={address} alt={m.library_poster_of({ number: place + 1 })} />
            </button>
          ))}
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <FilePick
          label={m.library_poster_upload()}
          accept="image/jpeg,image/png,image/webp"
          onFiles={([file]) => take(pictureOf(file))}
        />
        {hasFilm ? <Button onClick={() => take(takeFrame())}>{m.library_poster_frame()}</Button> : null}
        {value === '' ? null : <Button onClick={() => onChange('')}>{m.library_remove()}</Button>}
      </div>
      <p className="text-[0.8125rem] text-muted">{m.library_poster_hint()}</p>
    </section>
  )
}
