/** Returns a file name made from a title, without characters that file systems refuse; `otherwise` if nothing is left. */
export function fileNameOf(title: string, otherwise: string): string {
  const name = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return name || otherwise
}
