import { expect, test } from 'vitest'
import { isLoudnessOff, isSilent, isSlim, planFilm, processingTimeoutMs } from './film-plan.ts'
import { type FrameTimes, frameTimesOf, type ProbedFilm, type ProbedPicture } from './probed-film.ts'

const picture: ProbedPicture = {
  index: 0,
  codec: 'h264',
  width: 1920,
  height: 1080,
  pixelShape: 1,
  rotation: 0,
  pixelFormat: 'yuv420p',
  rate: '30/1',
  averageRate: '30/1',
  isInterlaced: false,
  isCover: false,
}
const film: ProbedFilm = {
  durationSeconds: 60,
  bytes: 15_000_000,
  trackCount: 2,
  pictures: [picture],
  sounds: [{ index: 1, codec: 'aac', channels: 2 }],
  chapters: [],
}
const times: FrameTimes = { firstSeconds: 0, isConstant: true, maxKeyFrameGapSeconds: 10 }

const plan = (of: Partial<ProbedFilm>, at: Partial<FrameTimes> = {}) =>
  planFilm({ ...film, ...of }, { ...times, ...at })
const plannedOf = (of: Partial<ProbedPicture>) => plan({ pictures: [{ ...picture, ...of }] })
const size = (width: number, height: number) => ({ width, height })

test('H.264 of 8 bit with AAC below 3 Mbit/s is only remuxed', () => {
  expect(plan({})).toEqual({
    picture: { index: 0, conversion: undefined, size: size(1920, 1080) },
    small: size(1280, 720),
    sounds: film.sounds,
    isSoundKept: true,
  })
})

test.each<[string, Partial<ProbedFilm>, Partial<FrameTimes>]>([
  ['of another codec', { pictures: [{ ...picture, codec: 'hevc' }] }, {}],
  ['of 10 bit', { pictures: [{ ...picture, pixelFormat: 'yuv420p10le' }] }, {}],
  ['of 4:4:4', { pictures: [{ ...picture, pixelFormat: 'yuv444p' }] }, {}],
  ['above 1080', { pictures: [{ ...picture, width: 2560, height: 1440 }] }, {}],
  ['of an odd size', { pictures: [{ ...picture, width: 1367, height: 768 }] }, {}],
  ['with odd pixels', { pictures: [{ ...picture, width: 1440, pixelShape: 4 / 3 }] }, {}],
  ['turned', { pictures: [{ ...picture, rotation: 90 }] }, {}],
  ['upside down', { pictures: [{ ...picture, rotation: 180 }] }, {}],
  ['interlaced', { pictures: [{ ...picture, isInterlaced: true }] }, {}],
  ['above 60 frames', { pictures: [{ ...picture, rate: '120/1', averageRate: '120/1' }] }, {}],
  ['of 3 Mbit/s', { bytes: 22_500_000 }, {}],
  ['with a rate that varies', {}, { isConstant: false }],
  ['with a key frame in 11 seconds', {}, { maxKeyFrameGapSeconds: 10.1 }],
  ['that begins late', {}, { firstSeconds: 0.5 }],
  ['whose beginning is cut by an edit list', {}, { firstSeconds: -1 }],
])('a picture %s is converted', (_, of, at) => {
  const planned = plan(of, at)
  expect(planned).toMatchObject({ picture: { conversion: { isInterlaced: _ === 'interlaced' } } })
  expect(planned).toMatchObject({ isSoundKept: false })
})

test.each<[string, ProbedFilm['sounds']]>([
  ['5.1', [{ index: 1, codec: 'aac', channels: 6 }]],
  ['MP3', [{ index: 1, codec: 'mp3', channels: 2 }]],
  [
    'two tracks',
    [
      { index: 1, codec: 'aac', channels: 2 },
      { index: 2, codec: 'aac', channels: 2 },
    ],
  ],
])('with sound of %s the picture is copied, and the sound looked at', (_, sounds) => {
  expect(plan({ sounds })).toMatchObject({ picture: { conversion: undefined }, isSoundKept: false, sounds })
})

test.each<[string, Partial<ProbedPicture>, ReturnType<typeof size>, ReturnType<typeof size> | undefined]>([
  ['4K', { width: 3840, height: 2160 }, size(1920, 1080), size(1280, 720)],
  ['a phone held upright', { rotation: 270 }, size(1080, 1920), size(720, 1280)],
  ['720p', { width: 1280, height: 720 }, size(1280, 720), undefined],
  ['a little more than 720p', { width: 1366, height: 767 }, size(1366, 766), size(1282, 720)],
  ['small', { width: 320, height: 180 }, size(320, 180), undefined],
  ['anamorphic', { width: 1440, pixelShape: 4 / 3 }, size(1920, 1080), size(1280, 720)],
  ['3200 x 1800', { width: 3200, height: 1800 }, size(1920, 1080), size(1280, 720)],
  ['a wide screen', { width: 3440, height: 1440 }, size(2580, 1080), size(1720, 720)],
])('%s is fitted by its shorter side, and never enlarged', (_, of, large, small) => {
  expect(plannedOf({ codec: 'hevc', ...of })).toMatchObject({ picture: { size: large }, small })
})

test('a copied film of at most 450 kbit/s has none beside it; of a converted one, its size tells later', () => {
  const bytes = (450_000 / 8) * 60
  expect(plan({ bytes })).toMatchObject({ small: undefined })
  expect(plan({ bytes: bytes + 1 })).toMatchObject({ small: size(1280, 720) })
  expect(plan({ bytes }, { isConstant: false })).toMatchObject({ small: size(1280, 720) })
  expect([isSlim({ bytes, durationSeconds: 60 }), isSlim({ bytes: bytes + 1, durationSeconds: 60 })]).toEqual(
    [true, false],
  )
})

test.each([
  ['30/1', '30/1', '30/1'],
  ['30000/1001', '30000/1001', '30000/1001'],
  ['60/1', '17/1', '60/1'],
  ['120/1', '120/1', '60'],
  ['1000/1', '14/1', '24'],
  ['90000/1', '29/1', '30'],
  ['1000/1', '59/1', '60'],
  ['0/0', '0/0', '24'],
])('rate %s with %s on average becomes %s', (rate, averageRate, constant) => {
  expect(plannedOf({ codec: 'vp9', rate, averageRate })).toMatchObject({
    picture: { conversion: { rate: constant } },
  })
})

test.each<[string, Partial<ProbedFilm>]>([
  ['too-many-tracks', { trackCount: 33 }],
  ['no-picture', { pictures: [] }],
  ['no-picture', { pictures: [{ ...picture, isCover: true }] }],
  ['too-small', { pictures: [{ ...picture, width: 1, height: 1 }] }],
  ['too-large', { pictures: [{ ...picture, width: 7680, height: 7680 }] }],
  ['too-large', { pictures: [{ ...picture, width: 16_384, height: 64 }] }],
  ['too-large', { pictures: [{ ...picture, width: 64, height: 16_384 }] }],
  ['no-length', { durationSeconds: 0 }],
  ['too-long', { durationSeconds: 30 * 3600 }],
])('%s is refused', (refused, of) => {
  expect(plan(of)).toEqual({ refused })
})

test('a cover beside the film is left out', () => {
  expect(
    plan({
      pictures: [
        { ...picture, codec: 'mjpeg', isCover: true },
        { ...picture, index: 2 },
      ],
    }),
  ).toMatchObject({
    picture: { index: 2, conversion: undefined },
  })
})

test.each([
  [-19, false],
  [-19.1, true],
  [-13, false],
  [-12.9, true],
])('a loudness of %d LUFS is off: %s', (loudness, isOff) => {
  expect(isLoudnessOff(loudness)).toBe(isOff)
})

test('what EBU R 128 does not count is silent', () => {
  expect([Number.NEGATIVE_INFINITY, -70, -69.9].map(isSilent)).toEqual([true, true, false])
})

test('processing may take 20 times the film, and ten minutes at least', () => {
  expect([1, 30, 31].map(processingTimeoutMs)).toEqual([600_000, 600_000, 620_000])
})

test('times of frames are summarised in any order', () => {
  expect(frameTimesOf([0.08, 0, 0.04, 0.12], [0])).toEqual({
    firstSeconds: 0,
    isConstant: true,
    maxKeyFrameGapSeconds: 0.12,
  })
  // milliseconds of Matroska
  expect(frameTimesOf([0.023, 0.056, 0.09, 0.123], [0.023])).toMatchObject({ isConstant: true })
  expect(frameTimesOf([0, 0.04, 0.12, 0.16], [0])).toMatchObject({ isConstant: false })
  expect(frameTimesOf([0, 4, 8, 12], [0, 8])).toMatchObject({ maxKeyFrameGapSeconds: 8 })
  expect(frameTimesOf([], [])).toBeUndefined()
})
