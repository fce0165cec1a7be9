/**
 * Returns a name for the folder of an item with this title, such as `two-counters`: the letters and digits of any script
 * in lower case, with hyphens between the words, at most 80 characters. `video` for a title without any.
 */
export function folderName(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const name = words.join('-').replace(/^[\p{M}-]+/u, '')
  return [...name].slice(0, 80).join('').replace(/-+$/, '') || 'video'
}

/** Returns the name, or the first of `name-2`, `name-3` and so on that is not taken. */
export function freeName(name: string, taken: readonly string[]): string {
  let free = name
  for (let number = 2; taken.includes(free); number += 1) free = `${name}-${number}`
  return free
}
