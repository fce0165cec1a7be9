/** A video track of a film, as ffprobe describes it. */
export type ProbedPicture = {
  /** Position of the track in the file. */
  readonly index: number
  /** Name of the codec as ffmpeg writes it: `h264`, `hevc`. */
  readonly codec: string
  /** Pixels as coded, before rotation and pixel shape. */
  readonly width: number
  readonly height: number
  /** Width of a pixel divided by its height. */
  readonly pixelShape: number
  /** Degrees by which players turn the picture: 0, 90, 180 or 270. */
  readonly rotation: number
  /** As ffmpeg names it: `yuv420p`, `yuv420p10le`. */
  readonly pixelFormat: string
  /** Frames per second that hold each time of a frame, as a fraction: `30000/1001`. */
  readonly rate: string
  /** Number of frames divided by the length, as a fraction. */
  readonly averageRate: string
  readonly isInterlaced: boolean
  /** A cover or another still picture beside the film. */
  readonly isCover: boolean
}

/** An audio track of a film. */
export type ProbedSound = { readonly index: number; readonly codec: string; readonly channels: number }

export type ProbedChapter = { readonly startSeconds: number; readonly title: string }

/** A film as ffprobe describes it. */
export type ProbedFilm = {
  /** Of the longest track; 0 where the file does not say. */
  readonly durationSeconds: number
  readonly bytes: number
  /** Number of tracks of all kinds. */
  readonly trackCount: number
  readonly pictures: readonly ProbedPicture[]
  readonly sounds: readonly ProbedSound[]
  readonly chapters: readonly ProbedChapter[]
}

/** When the frames of a video track are shown. */
export type FrameTimes = {
  /** Seconds of the first frame, in the time of the film: below 0 where an edit list leaves out the beginning. */
  readonly firstSeconds: number
  readonly isConstant: boolean
  /** Seconds between two key frames, or between the last one and the end. */
  readonly maxKeyFrameGapSeconds: number
}

/**
 * Summarises the times of frames. Rounding by a container moves a time by a millisecond, which does not make a rate
 * variable.
 * @param times seconds of each frame, in any order
 * @param keyTimes seconds of each key frame
 */
export function frameTimesOf(times: readonly number[], keyTimes: readonly number[]): FrameTimes | undefined {
  const sorted = Float64Array.from(times).sort()
  const [first, last] = [sorted.at(0), sorted.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const usual = sorted.length > 1 ? (last - first) / (sorted.length - 1) : 0
  const tolerance = 0.002 + usual * 0.05
  let isConstant = true
  for (let at = 1; at < sorted.length && isConstant; at += 1)
    isConstant = Math.abs((sorted[at] ?? 0) - (sorted[at - 1] ?? 0) - usual) <= tolerance
  const keys = Float64Array.from([...keyTimes, first, last]).sort()
  let maxKeyFrameGapSeconds = 0
  for (let at = 1; at < keys.length; at += 1)
    maxKeyFrameGapSeconds = Math.max(maxKeyFrameGapSeconds, (keys[at] ?? 0) - (keys[at - 1] ?? 0))
  return { firstSeconds: first, isConstant, maxKeyFrameGapSeconds }
}
