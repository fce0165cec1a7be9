import { TimeSlider } from '@videojs/react'
import { m } from '#messages/generated/messages.js'
import './seeker.css'

/** The time slider, cut into chapters; pointing at it shows the moment and its chapter. */
export function Seeker() {
  return (
    <TimeSlider.Root className="seeker" label={m.player_seek()}>
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
      <TimeSlider.Thumb className="seeker-thumb" />
      <TimeSlider.Preview className="seeker-preview">
        <TimeSlider.ChapterTitle className="seeker-title" />
        <TimeSlider.Value type="pointer" className="num" />
      </TimeSlider.Preview>
    </TimeSlider.Root>
  )
}
