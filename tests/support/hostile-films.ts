import { readFileSync } from 'node:fs'
import { deflateSync, gzipSync } from 'node:zlib'
import type { FilmRefusal } from '#domain/films/film-plan.ts'
import { makeForm } from './film-forms.ts'

/** A file that claims to be a film: harmful, broken, or none; `make` writes it into a folder and returns its bytes. */
export type HostileFilm = {
  readonly what: string
  readonly refusal: FilmRefusal
  readonly make: (folder: string) => Buffer
}

const secret = '/etc/passwd'
const bom = '\ufeff'

export const hostileFilms: readonly HostileFilm[] = [
  text('a page of text', '<!doctype html><title>A film</title><script>alert(1)</script>'),
  text('text with a byte order mark', `${bom}Lesson 1: a film`),
  text('a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  text(
    'a playlist of files here',
    `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
  ),
  {
    what: 'a playlist of a film here',
    refusal: 'unreadable',
    make: (folder) => {
      const part = makeForm(folder, { command: `-i ${plainIn(folder)} -c copy`, file: 'part.ts' })
      return Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:2,\nfile://${part}\n#EXT-X-ENDLIST\n`)
    },
  },
  text(
    'a playlist of another site',
    '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://127.0.0.1:1/secret.ts\n#EXT-X-ENDLIST\n',
  ),
  text(
    'a manifest of DASH',
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet><Representation id="1"><BaseURL>file://${secret}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  ),
  text('a description of a session', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nm=video 9 RTP/AVP 96\n'),
  {
    what: 'a list of files',
    refusal: 'unreadable',
    make: (folder) => Buffer.from(`ffconcat version 1.0\nfile ${plainIn(folder)}\n`),
  },
  {
    what: 'a film whose pictures are in another file',
    refusal: 'unreadable',
    make: (folder) => referringTo(plainIn(folder), readFileSync(plainIn(folder))),
  },
  {
    what: 'a picture',
    refusal: 'unreadable',
    make: () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(99)]),
  },
  {
    what: 'a packed file that grows a thousandfold',
    refusal: 'unreadable',
    make: () => gzipSync(Buffer.alloc(8_000_000)),
  },
  { what: 'an index that unpacks to 3 GB', refusal: 'unreadable', make: packedIndex },
  { what: 'an index of two billion frames', refusal: 'unreadable', make: countlessFrames },
  { what: 'noise', refusal: 'unreadable', make: () => Buffer.alloc(100_000, 'x3\xfe\0q', 'latin1') },
  made('sound alone', 'no-picture', '-f lavfi -i sine=d=1 -c:a aac', 'sound.mp4'),
  made(
    'a film of one pixel',
    'too-small',
    '-f lavfi -i color=s=16x16:d=1 -vf format=gray,crop=1:1 -c:v ffv1',
    'pixel.mkv',
  ),
  {
    what: 'a film whose header says 16384 times 16384 pixels',
    refusal: 'unreadable',
    make: (folder) => {
      const film = madeIn(folder, '-f lavfi -i testsrc2=s=640x360:r=10:d=1 -c:v ffv1', 'header.mkv')
      // the elements "PixelWidth" and "PixelHeight" of Matroska
      const at = film.indexOf(Buffer.from([0xb0, 0x82, 0x02, 0x80, 0xba, 0x82, 0x01, 0x68]))
      film.writeUInt16BE(16_384, at + 2)
      film.writeUInt16BE(16_384, at + 6)
      return film
    },
  },
  made(
    'a film 16384 pixels wide',
    'too-large',
    '-f lavfi -i color=s=16384x64:r=5:d=0.4 -c:v ffv1',
    'wide.mkv',
  ),
  made(
    'a film of 100 tracks',
    'too-many-tracks',
    `-f lavfi -i color=s=64x64:d=0.1 -f lavfi -i anullsrc=d=0.1 -map 0 ${'-map 1 '.repeat(99)} -c:v ffv1 -c:a pcm_u8`,
    'tracks.mkv',
  ),
  made(
    'a film of 11 hours',
    'too-long',
    '-f lavfi -i color=s=64x64:r=1/39600:d=39600 -frames:v 2 -c:v libx264',
    'hours.mp4',
  ),
  {
    what: 'a film whose header says 30 hours',
    refusal: 'too-long',
    make: (folder) => {
      const film = madeIn(folder, '-f lavfi -i testsrc2=s=160x90:r=10:d=1 -c:v ffv1', 'second.mkv')
      // the element "Duration" of Matroska: milliseconds
      film.writeDoubleBE(30 * 3600 * 1000, film.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3)
      return film
    },
  },
  {
    what: 'a film cut off in the middle',
    refusal: 'breaks-off',
    make: (folder) => firstPart(readFileSync(plainIn(folder)), 0.5),
  },
  {
    what: 'a film cut off in its index',
    refusal: 'breaks-off',
    make: (folder) => {
      const film = madeIn(folder, `-i ${plainIn(folder)} -c copy -movflags +faststart`, 'index-first.mp4')
      return film.subarray(0, film.indexOf('stbl'))
    },
  },
  {
    what: 'a film in MKV cut off in the middle',
    refusal: 'breaks-off',
    make: (folder) =>
      firstPart(madeIn(folder, '-f lavfi -i testsrc2=s=160x90:r=10:d=9 -c:v ffv1', 'whole.mkv'), 0.5),
  },
]

function text(what: string, contents: string): HostileFilm {
  return { what, refusal: 'unreadable', make: () => Buffer.from(contents) }
}

function made(what: string, refusal: FilmRefusal, command: string, file: string): HostileFilm {
  return { what, refusal, make: (folder) => madeIn(folder, command, file) }
}

function madeIn(folder: string, command: string, file: string): Buffer {
  return readFileSync(makeForm(folder, { command, file }))
}

/** A film that plays, which others refer to. */
function plainIn(folder: string): string {
  const command = '-f lavfi -i testsrc2=s=160x90:r=10:d=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p'
  return makeForm(folder, { command, file: 'plain.mp4' })
}

function firstPart(film: Buffer, share: number): Buffer {
  return film.subarray(0, film.length * share)
}

function box(name: string, ...contents: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(contents)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, bytes])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const brand = box('ftyp', Buffer.from('qt  \0\0\0\0qt  ', 'latin1'))

/** A movie of QuickTime with a compressed index (QuickTime File Format, "Compressed Movie Resources"). */
function packedIndex(): Buffer {
  const packed = deflateSync(Buffer.alloc(3_000_000))
  const index = box('cmov', box('dcom', Buffer.from('zlib')), box('cmvd', number(3e9), packed))
  return Buffer.concat([brand, box('moov', index), box('mdat')])
}

/** A film whose table of the sizes of frames says to have two billion rows, as `stts` does. */
function countlessFrames(folder: string): Buffer {
  const film = Buffer.from(readFileSync(plainIn(folder)))
  film.writeUInt32BE(2 ** 31 - 1, film.indexOf('stsz') + 12)
  film.writeUInt32BE(2 ** 31 - 1, film.indexOf('stts') + 12)
  return film
}

/**
 * Returns a film whose tracks are said to be in another file: each data reference of a MOV or MP4 with its index at the
 * end becomes an alias of QuickTime (QuickTime File Format, "Data Reference Atoms") with an absolute path.
 */
function referringTo(path: string, film: Buffer): Buffer {
  let made = film
  for (let at = made.indexOf('dref'); at > 0; at = made.indexOf('dref', at + 4)) {
    const entry = at + 12
    const alias = aliasOf(path)
    const grown = alias.length - made.readUInt32BE(entry)
    made = Buffer.concat([made.subarray(0, entry), alias, made.subarray(entry + made.readUInt32BE(entry))])
    for (const name of ['dref', 'dinf', 'minf', 'mdia', 'trak', 'moov']) {
      const size = made.lastIndexOf(name, at) - 4
      made.writeUInt32BE(made.readUInt32BE(size) + grown, size)
    }
  }
  return made
}

function aliasOf(path: string): Buffer {
  const text = Buffer.from(path)
  const padded = Buffer.concat([text, Buffer.alloc(text.length % 2)])
  const absolutePath = Buffer.concat([short(2), short(text.length), padded])
  const ending = Buffer.concat([short(0xffff), short(0)])
  // name of the volume and of the file are empty
  const head = Buffer.alloc(10 + 1 + 27 + 12 + 1 + 63 + 16 + 4 + 16)
  const body = Buffer.concat([Buffer.alloc(4), head, absolutePath, ending])
  const box = Buffer.alloc(8)
  box.writeUInt32BE(body.length + 8, 0)
  box.write('alis', 4)
  return Buffer.concat([box, body])
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
