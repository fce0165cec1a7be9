/** The header that turns an SRT file into WebVTT. */
const header = 'WEBVTT\n\n'
/** Number of lines that `webVttOfSrt` adds at the top. */
export const linesBeforeSrt = header.split('\n').length - 1

/**
 * Converts SubRip captions (`.srt`) to WebVTT, line by line. Times may have a comma or a full stop, and an hour of one
 * digit; colours, fonts and positions (`<font>`, `{\an8}`) are removed.
 */
export function webVttOfSrt(text: string): string {
  let isTimed = false
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => {
      if (line.trim() === '') {
        isTimed = false
        return ''
      }
      const timing = timingOf(line)
      if (timing !== undefined) isTimed = true
      return timing ?? (isTimed ? textOf(line) : line)
    })
  return header + lines.join('\n')
}

function timingOf(line: string): string | undefined {
  const time = String.raw`(\d{1,2}):(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
  const match = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s.*)?$`).exec(line)
  if (!match) return undefined
  const [from, to] = [match.slice(1, 5), match.slice(5, 9)].map(
    ([hours = '', minutes = '', seconds = '', milliseconds = '']) =>
      `${[hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')}.${milliseconds.padEnd(3, '0')}`,
  )
  return `${from} --> ${to}`
}

function textOf(line: string): string {
  return line
    .replace(/\{\\[^}]*\}|<\/?font[^>]*>/gi, '')
    .replaceAll('-->', '--&gt;')
    .trim()
}
