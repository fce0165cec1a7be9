import { m } from '#messages/generated/messages.js'

/** Length of a film in seconds (with fractions), or a sentence for each thing that browsers could not play. */
export type MeasuredFilm = { readonly durationSeconds: number } | { readonly sentences: readonly string[] }

/** Opens an MP4 file, checks that picture and sound are H.264 and AAC (sound may be missing), and measures it. */
export async function measureFilm(path: string): Promise<MeasuredFilm> {
  // 110 ms to load, and a server that imports nothing never needs it
  const { FilePathSource, Input, MP4, QTFF } = await import('mediabunny')
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined })
  using input = new Input({ source, formats: [MP4, QTFF] })
  try {
    const format = await input.getFormat()
    if (format !== MP4) return { sentences: [m.catalogue_film_unreadable()] }
    const pictures = await input.getVideoTracks()
    const sounds = await input.getAudioTracks()
    const pictureCodecs = await Promise.all(pictures.map((track) => track.getCodec()))
    const soundCodecs = await Promise.all(sounds.map((track) => track.getCodec()))
    const sentences = [
      ...(pictures.length === 0 ? [m.catalogue_film_without_picture()] : []),
      ...pictureCodecs
        .filter((codec) => codec !== 'avc')
        .map((codec) => m.catalogue_film_picture({ codec: codec ?? '?' })),
      ...soundCodecs
        .filter((codec) => codec !== 'aac')
        .map((codec) => m.catalogue_film_sound({ codec: codec ?? '?' })),
    ]
    if (sentences.length > 0) return { sentences }
    const durationSeconds = await input.computeDuration()
    return durationSeconds > 0 ? { durationSeconds } : { sentences: [m.catalogue_film_empty()] }
  } catch {
    // whatever the parser stumbles over, the file is what is wrong
    return { sentences: [m.catalogue_film_unreadable()] }
  }
}
