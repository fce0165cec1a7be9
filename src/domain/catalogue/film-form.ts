/** The name under which the film of a video is found. */
export const filmFile = 'film.mp4'

/** Whether a name is one that programs give to films. */
export function looksLikeFilm(name: string): boolean {
  return /\.(?:mp4|m4v|mov|mkv|webm|avi|wmv|flv|mpe?g|mts|m2ts|mxf|ogv|3gp)$/i.test(name)
}

/** What has to change for a film to play in every browser; the container always does, at no cost. */
export type FilmFaults = { readonly picture: boolean; readonly sound: boolean }

/** The command that makes a film for every browser out of a file. H.264 in 4:2:0 needs even sizes. */
export function ffmpegLine(file: string, { picture, sound }: FilmFaults): string {
  const video = picture
    ? '-c:v libx264 -crf 20 -pix_fmt yuv420p -vf "pad=ceil(iw/2)*2:ceil(ih/2)*2"'
    : '-c:v copy'
  const audio = sound ? '-c:a aac -ac 2 -b:a 160k' : '-c:a copy'
  const made = file === filmFile ? 'new.mp4' : filmFile
  return `ffmpeg -i ${/^[\w.-]+$/.test(file) ? file : `"${file}"`} ${video} ${audio} -movflags +faststart ${made}`
}

/** 4K begins here: a picture of more pixels than this to each side. */
export function isFourK({ width, height }: { readonly width: number; readonly height: number }): boolean {
  return Math.max(width, height) >= 3840 || Math.min(width, height) >= 2160
}

/** Longer films are more often a recorder that nobody stopped. */
export const longFilmSeconds = 10 * 3600
