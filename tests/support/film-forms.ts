import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A form in which films come from recorders and programs, with a flash and a beep at second 1. */
export type FilmForm = {
  readonly name: string
  /** Options of ffmpeg, divided by spaces. */
  readonly command: string
  readonly file: string
  /** Width and height of what is made of it. */
  readonly size: readonly [number, number]
  readonly isPictureCopied: boolean
  readonly hasSound: boolean
}

const avc = '-c:v libx264 -preset ultrafast -bf:v:0 2 -g 25 -pix_fmt:v:0 yuv420p'
const aac = '-c:a aac -b:a 96k'

/** How large and how long forms are: as a commit makes them, or in full size. */
export type FormSize = {
  readonly seconds: number
  readonly wide: readonly [number, number]
  readonly odd: readonly [number, number]
}
export const smallForms: FormSize = { seconds: 3, wide: [320, 180], odd: [341, 191] }
export const fullForms: FormSize = { seconds: 6, wide: [1920, 1080], odd: [1367, 767] }

/** Has ffmpeg make a file of a command. */
export function makeForm(folder: string, { command, file }: Pick<FilmForm, 'command' | 'file'>): string {
  const path = join(folder, file)
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...command.split(' ').filter(Boolean), path], { cwd: folder })
  return path
}

type Known = Partial<Pick<FilmForm, 'file' | 'size' | 'hasSound'>>

/** The forms, and the films of which some are cut, which have to be made first. */
export function filmForms({ seconds, wide, odd }: FormSize): {
  sources: readonly Pick<FilmForm, 'command' | 'file'>[]
  forms: readonly FilmForm[]
} {
  const upright = [wide[1], wide[0]] as const

  function flash({ size = `${wide[0]}x${wide[1]}`, rate = 25, at = 1, lasts = seconds } = {}): string {
    return `-f lavfi -i color=black:s=${size}:r=${rate}:d=${lasts},drawbox=enable=between(t\\,${at}\\,${at + 0.4}):color=white:t=fill`
  }

  function beep({ at = 1, lasts = seconds } = {}): string {
    return `-f lavfi -i aevalsrc=exprs=if(between(t\\,${at}\\,${at + 0.4})\\,0.25*sin(2*PI*1000*t)\\,0):d=${lasts}:s=48000`
  }

  const both = `${flash()} ${beep()}`

  const sources: readonly Pick<FilmForm, 'command' | 'file'>[] = [
    { file: 'plain.mp4', command: `${both} ${avc} ${aac}` },
    {
      file: 'long.mp4',
      command: `${flash({ at: 1.5, lasts: seconds + 0.5 })} ${beep({ at: 1.5, lasts: seconds + 0.5 })} ${avc} -g 100 ${aac}`,
    },
  ]

  const forms: readonly FilmForm[] = [
    form('H.264 and AAC', `${both} ${avc} ${aac} -movflags +faststart`, 'copied'),
    form('with its index at the end', `${both} ${avc} ${aac}`, 'copied'),
    form('in fragments', `${both} ${avc} ${aac} -movflags frag_keyframe+empty_moov`, 'copied'),
    form('H.264 in MKV', `${both} ${avc} ${aac}`, 'copied', { file: 'film.mkv' }),
    ...[90, 270].map((degrees) =>
      form(
        `of a phone, turned by ${degrees}`,
        `-i plain.mp4 -c copy -metadata:s:v rotate=${degrees}`,
        'converted',
        { size: upright },
      ),
    ),
    form('upright and without sound', `${flash({ size: `${upright[0]}x${upright[1]}` })} ${avc}`, 'copied', {
      size: upright,
      hasSound: false,
    }),
    form('with 5.1 sound', `${both} ${avc} ${aac} -ac 6`, 'copied'),
    form(
      'with two sound tracks, the first of them silent',
      `${flash()} -f lavfi -i anullsrc=d=${seconds} ${beep()} -map 0 -map 1 -map 2 -t ${seconds} ${avc} ${aac}`,
      'copied',
    ),
    form('with MP3 as its sound', `${both} ${avc} -c:a libmp3lame`, 'copied'),
    form('whose beginning an edit list skips', '-ss 0.5 -i long.mp4 -c copy', 'converted'),
    form(
      'whose picture begins after its sound',
      `${beep()} -itsoffset 0.5 ${flash({ at: 0.5, lasts: seconds - 0.5 })} -map 1 -map 0 -fps_mode passthrough ${avc} ${aac}`,
      'converted',
    ),
    form(
      'whose picture ends before its sound',
      `${flash({ lasts: seconds - 1 })} ${beep()} ${avc} ${aac}`,
      'copied',
    ),
    form('with a rate that varies', `${both} -vf select=mod(n\\,3) -fps_mode vfr ${avc} ${aac}`, 'converted'),
    form('of 60 frames a second', `${flash({ rate: 60 })} ${beep()} ${avc} ${aac}`, 'copied'),
    form('of 120 frames a second', `${flash({ rate: 120 })} ${beep()} ${avc} ${aac}`, 'converted'),
    form(
      'with an odd shape of pixels',
      `${flash({ size: `${wide[0] * 0.75}x${wide[1]}` })} ${beep()} -vf setsar=4/3 ${avc} ${aac}`,
      'converted',
    ),
    form(
      'with a cover as a second picture',
      `${both} -f lavfi -i testsrc2=s=64x64:r=1:d=1 -map 0 -map 1 -map 2 ${avc} ${aac} -c:v:1 mjpeg -pix_fmt:v:1 yuvj420p -frames:v:1 1`,
      'copied',
    ),
    form(
      'of odd width and height',
      `${flash({ size: `${odd[0]}x${odd[1]}` })} ${beep()} ${avc.replace('420', '444')} ${aac}`,
      'converted',
      { size: [odd[0] - 1, odd[1] - 1] },
    ),
    form(
      'HEVC of 10 bit',
      `${both} -c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le ${aac}`,
      'converted',
    ),
    ...(wide[1] < 1080
      ? []
      : [
          form(
            'of 4K and 10 bit',
            `${flash({ size: `${2 * wide[0]}x${2 * wide[1]}` })} ${beep()} -c:v libx265 -preset ultrafast -x265-params log-level=error -pix_fmt yuv420p10le ${aac}`,
            'converted',
          ),
        ]),
    form('ProRes in MOV', `${both} -c:v prores_ks -c:a pcm_s16le`, 'converted', { file: 'film.mov' }),
    form(
      'VP9 and Opus in WebM',
      `${both} -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus`,
      'converted',
      { file: 'film.webm' },
    ),
    form(
      'AV1',
      `${flash({ rate: 10 })} ${beep()} -c:v libaom-av1 -usage realtime -cpu-used 8 ${aac}`,
      'converted',
    ),
    form('FFV1 and FLAC in MKV', `${both} -c:v ffv1 -pix_fmt bgr0 -c:a flac`, 'converted', {
      file: 'film.mkv',
    }),
  ]

  function form(name: string, command: string, become: 'copied' | 'converted', known: Known = {}): FilmForm {
    const isPictureCopied = become === 'copied'
    return { name, command, file: 'film.mp4', size: wide, isPictureCopied, hasSound: true, ...known }
  }

  return { sources, forms }
}
