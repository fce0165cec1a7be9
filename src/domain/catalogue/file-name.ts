/** A file's name made of a title, without what file systems refuse; `otherwise` where nothing is left. */
export function fileNameOf(title: string, otherwise: string): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return name || otherwise
}
