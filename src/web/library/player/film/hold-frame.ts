import { listen } from './listen.ts'

/** Shows the last frame of a film over its element until the source that it is about to get has a frame to show. */
export function holdFrame(element: HTMLVideoElement): void {
  if (!element.videoWidth) return
  const canvas = document.createElement('canvas')
  canvas.width = element.videoWidth
  canvas.height = element.videoHeight
  // an empty picture hides nothing
  canvas.getContext('2d')?.drawImage(element, 0, 0)
  element.after(canvas)
  let emptied = 0
  const look = ({ type }: Event) => {
    // emptied twice: another film has taken its place
    if (type === 'emptied') emptied += 1
    else if (element.error || (!element.seeking && element.readyState > 1)) emptied = 2
    if (emptied < 2) return
    canvas.remove()
    stop()
  }
  const stop = listen(element, { 'loadeddata seeked playing error emptied': look })
}
