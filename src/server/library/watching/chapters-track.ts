/**
 * Returns the chapters of a video as a WebVTT track (W3C WebVTT, section 1.4): each ends where the next one starts, the
 * last at the end of the video. Titles are escaped, so that they cannot form markup or cues.
 */
export function chaptersTrack(
  chapters: readonly { readonly startSeconds: number; readonly title: string }[],
  durationSeconds: number,
): string {
  const inOrder = chapters.toSorted((one, other) => one.startSeconds - other.startSeconds)
  const cues = inOrder.map(({ startSeconds, title }, index) => {
    const ends = inOrder[index + 1]?.startSeconds ?? durationSeconds
    return `${timestamp(startSeconds)} --> ${timestamp(Math.max(ends, startSeconds))}\n${cueText(title)}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

/** `hh:mm:ss.mmm`. */
function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = String(milliseconds % 1000).padStart(3, '0')
  const whole = Math.floor(milliseconds / 1000)
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${rest}`
}

function cueText(title: string): string {
  return title
    .replace(/\s+/g, ' ')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
