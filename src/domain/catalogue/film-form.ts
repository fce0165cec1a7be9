/** File name of a video's film. */
export const filmFile = 'film.mp4'

/** File name of a smaller copy of the same film, for weak lines. */
export const smallFilmFile = 'film.720.mp4'

/** The size of a film's file. */
export type FilmSize = {
  /** Number of lines: the shorter side of the picture, in pixels. */
  readonly height: number
  /** Bytes of the file, sound included, by the length of the film. */
  readonly kilobitsPerSecond: number
}

/** Whether a file name has the extension of a film. */
export function looksLikeFilm(name: string): boolean {
  return /\.(?:mp4|m4v|mov|mkv|webm|avi|wmv|flv|mpe?g|mts|m2ts|mxf|ogv|3gp)$/i.test(name)
}

/** Which tracks must be converted for every browser; changing the container is free. */
export type FilmFaults = { readonly picture: boolean; readonly sound: boolean }

/** Returns the command that converts a file for every browser. H.264 in 4:2:0 needs even sizes. */
export function ffmpegLine(file: string, { picture, sound }: FilmFaults): string {
  const video = picture
    ? '-c:v libx264 -crf 20 -pix_fmt yuv420p -vf "pad=ceil(iw/2)*2:ceil(ih/2)*2"'
    : '-c:v copy'
  const audio = sound ? '-c:a aac -ac 2 -b:a 160k' : '-c:a copy'
  const made = file === filmFile || file === smallFilmFile ? 'new.mp4' : filmFile
  return `ffmpeg -i ${/^[\w.-]+$/.test(file) ? file : `"${file}"`} ${video} ${audio} -movflags +faststart ${made}`
}

/** Whether a film counts as 4K: its longer side has at least 3840 pixels, or its shorter side 2160. */
export function isFourK({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.max(width, height) >= 3840 || Math.min(width, height) >= 2160
}

/** Longer films are mostly recordings that were not stopped. */
export const longFilmSeconds = 10 * 3600
