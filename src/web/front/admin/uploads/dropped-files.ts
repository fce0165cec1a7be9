/** Endings of films whose type browsers do not know. */
const filmEnding = /\.(?:mp4|m4v|mov|mkv|webm|avi|mts|m2ts|ts|mpe?g|wmv|flv|ogv|3gp|mxf)$/i

/** Returns whether a file is likely to be a film; the server looks at its bytes. */
export function looksLikeFilm({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return type.startsWith('video/') || filmEnding.test(name)
}

/** Returns the files that were dropped, those in dropped folders too, in the order of their paths; hidden ones are left out. */
export async function droppedFiles(dropped: DataTransfer): Promise<File[]> {
  // entries have to be taken before anything is awaited
  const entries = [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...dropped.files]
  const files = (await Promise.all(entries.map(filesOf))).flat()
  return files.filter(({ name }) => !name.startsWith('.'))
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((done, failed) => entry.file(done, failed))]
  const found: File[] = []
  for (const inside of await entriesOf(entry as FileSystemDirectoryEntry))
    found.push(...(await filesOf(inside)))
  return found
}

/** A reader returns up to a hundred entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed))
    if (some.length === 0) return all.toSorted((one, other) => one.name.localeCompare(other.name))
    all.push(...some)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
