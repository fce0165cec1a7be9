import { open } from 'node:fs/promises'
import { m } from '#messages/generated/messages.js'
import { isPlayable, samplingOf } from './avc-sampling.ts'

/** Length of a film in seconds (with fractions), or a sentence for each thing that browsers could not play. */
export type MeasuredFilm = { readonly durationSeconds: number } | { readonly sentences: readonly string[] }

/** Opens an MP4 file, checks that picture and sound are H.264 and AAC (sound may be missing), and measures it. */
export async function measureFilm(path: string): Promise<MeasuredFilm> {
  // 110 ms to load, and a server that imports nothing never needs it
  const { FilePathSource, Input, LogLevel, Logging, MP4, QTFF } = await import('mediabunny')
  // what it would print says nothing that a mistake does not say, and would tear the progress bar apart
  Logging.level = LogLevel.Silent
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined })
  using input = new Input({ source, formats: [MP4, QTFF] })
  try {
    const format = await input.getFormat()
    if (format !== MP4) return { sentences: [m.catalogue_film_unreadable()] }
    if (await breaksOff(path)) return { sentences: [m.catalogue_film_breaks_off()] }
    const pictures = await input.getVideoTracks()
    const sounds = await input.getAudioTracks()
    const samplings = await Promise.all(pictures.map((track) => track.getDecoderConfig().then(samplingOf)))
    const pictureCodecs = await Promise.all(pictures.map((track) => track.getCodec()))
    const soundCodecs = await Promise.all(sounds.map((track) => track.getCodec()))
    const sentences = [
      ...(pictures.length === 0 ? [m.catalogue_film_without_picture()] : []),
      ...pictureCodecs
        .filter((codec) => codec !== 'avc')
        .map((codec) => m.catalogue_film_picture({ codec: codec ?? '?' })),
      ...samplings
        .filter((sampling) => sampling !== undefined && !isPlayable(sampling))
        .map((sampling) =>
          m.catalogue_film_sampling({ chroma: sampling?.chroma ?? '', bits: sampling?.bits ?? 0 }),
        ),
      ...soundCodecs
        .filter((codec) => codec !== 'aac')
        .map((codec) => m.catalogue_film_sound({ codec: codec ?? '?' })),
    ]
    if (sentences.length > 0) return { sentences }
    const durationSeconds = await input.computeDuration()
    return durationSeconds > 0 ? { durationSeconds } : { sentences: [m.catalogue_film_empty()] }
  } catch {
    // whatever the parser stumbles over is the file's fault
    return { sentences: [m.catalogue_film_unreadable()] }
  }
}

/** Whether an ISO file ends within one of its boxes, as a copy does that was cut short. */
async function breaksOff(path: string): Promise<boolean> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const head = Buffer.alloc(16)
  for (let at = 0; at < size; ) {
    await file.read(head, 0, 16, at)
    const short = head.readUInt32BE(0)
    // 1: the length follows as 64 bit; 0: up to the end of the file
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8 || at + length > size) return true
    at += length
  }
  return false
}
