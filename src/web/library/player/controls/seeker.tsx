import { TimeSlider } from '@videojs/react'
import { useState } from 'react'
import type { Playback } from '#contract/library/library.ts'
import { pictureAt, rowsOf } from '#domain/catalogue/storyboard.ts'
import { m } from '#messages/generated/messages.js'
import { notCompleted } from './control.tsx'
import './seeker.css'

export type StoryboardSheet = NonNullable<Playback['storyboard']>

/**
 * The time slider, divided into chapters. Hovering, dragging and keys show the moment: its picture, if the film has a
 * storyboard, its chapter and its time. The sheet of pictures is fetched when first needed.
 */
export function Seeker({ storyboard }: { storyboard: StoryboardSheet | undefined }) {
  const [wanted, setWanted] = useState<string>()
  const [quiet, setQuiet] = useState(false)
  const want = () => setWanted(storyboard?.url)
  const sheet = storyboard && wanted === storyboard.url ? storyboard : undefined
  return (
    <TimeSlider.Root
      className="seeker"
      label={m.player_seek()}
      data-quiet={quiet || undefined}
      onPointerDown={want}
      onPointerMove={want}
      onFocus={want}
      onBlur={() => setQuiet(false)}
      // overlays can be dismissed (WCAG 1.4.13)
      onKeyDown={({ key }) => {
        want()
        setQuiet(key === 'Escape')
      }}
    >
      <TimeSlider.Chapters
        className="seeker-chapters"
        renderChapter={(props) => (
          <div {...props} className="seeker-chapter">
            <TimeSlider.Track className="seeker-track">
              <TimeSlider.Buffer className="seeker-buffer" />
              <TimeSlider.Fill className="seeker-fill" />
            </TimeSlider.Track>
          </div>
        )}
      />
      <TimeSlider.Thumb className="seeker-thumb" {...notCompleted} />
      <TimeSlider.Preview
        className="seeker-preview"
        render={(props, { pointing, dragging }) => (
          <div {...props}>
            <Moment type={pointing || dragging ? 'pointer' : 'current'} sheet={sheet} />
          </div>
        )}
      />
    </TimeSlider.Root>
  )
}

/** Visual only: the slider announces its time, and a chapter when keys lead into it. */
function Moment({ type, sheet }: { type: 'pointer' | 'current'; sheet: StoryboardSheet | undefined }) {
  return (
    <div className="seeker-moment">
      {sheet ? (
        <TimeSlider.Value
          type={type}
          format={String}
          render={({ children }) => <Picture sheet={sheet} second={Number(children)} />}
        />
      ) : null}
      <p className="seeker-words">
        <TimeSlider.ChapterTitle className="seeker-title" />
        <TimeSlider.Value type={type} className="num" aria-hidden />
      </p>
    </div>
  )
}

/** The picture of a second. Empty until its sheet is loaded, and if that fails. */
function Picture({ sheet, second }: { sheet: StoryboardSheet; second: number }) {
  const [shown, setShown] = useState<string>()
  const { url, width, height, columns } = sheet
  const { column, row } = pictureAt(sheet, second)
  return (
    <div
      aria-hidden
      className="seeker-picture"
      hidden={shown !== url}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <img
        src={url}
        alt=""
        draggable={false}
        onLoad={() => setShown(url)}
        style={{
          width: `${columns * 100}%`,
          translate: `${(-100 * column) / columns}% ${(-100 * row) / rowsOf(sheet)}%`,
        }}
      />
    </div>
  )
}
