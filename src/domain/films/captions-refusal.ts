/** Why a machine made no captions; `captions_refused_<reason>` is the sentence. */
export type CaptionsRefusal =
  | 'no-film'
  | 'film-replaced'
  | 'no-sound'
  | 'no-speech'
  | 'captions-there'
  | 'no-transcriber'
  | 'transcriber-silent'
  | 'transcriber-denied'
  | 'transcriber-unknown'
  | 'transcriber-wrong'
  | 'sound-unreadable'
  | 'no-ffmpeg'
  | 'no-room'
  | 'captions-failed'

/**
 * Minutes until a transcription server that gave no answer is asked again, by the number of failed tries. Together two
 * hours, so that an hour's outage is survived; undefined once it is given up.
 */
export function minutesToNextTry(tries: number): number | undefined {
  return [1, 4, 15, 40, 60][tries - 1]
}
