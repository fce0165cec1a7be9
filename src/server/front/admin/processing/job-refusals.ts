import type { CaptionsRefusal } from '#domain/films/captions-refusal.ts'
import type { FilmRefusal } from '#domain/films/film-plan.ts'
import { m } from '#messages/generated/messages.js'

/**
 * Says why a film was not taken, or captions were not made. A newer version of the site, which runs beside this one during an
 * update, may have stored a reason that this one does not know.
 */
export function jobRefusal(reason: FilmRefusal | CaptionsRefusal): string {
  return Object.hasOwn(sentences, reason) ? sentences[reason]() : m.job_refused_unknown()
}

const sentences: Record<FilmRefusal | CaptionsRefusal, () => string> = {
  unreadable: m.film_refused_unreadable,
  'breaks-off': m.film_refused_breaks_off,
  'no-picture': m.film_refused_no_picture,
  'no-length': m.film_refused_no_length,
  'too-long': m.film_refused_too_long,
  'too-many-tracks': m.film_refused_too_many_tracks,
  'too-small': m.film_refused_too_small,
  'too-large': m.film_refused_too_large,
  'needs-ffmpeg': m.film_refused_needs_ffmpeg,
  'no-space': m.film_refused_no_space,
  'took-too-long': m.film_refused_took_too_long,
  failed: m.film_refused_failed,
  'no-film': m.captions_refused_no_film,
  'film-replaced': m.captions_refused_film_replaced,
  'no-sound': m.captions_refused_no_sound,
  'no-speech': m.captions_refused_no_speech,
  'captions-there': m.captions_refused_captions_there,
  'no-transcriber': m.captions_refused_no_transcriber,
  'transcriber-silent': m.captions_refused_transcriber_silent,
  'transcriber-denied': m.captions_refused_transcriber_denied,
  'transcriber-unknown': m.captions_refused_transcriber_unknown,
  'transcriber-wrong': m.captions_refused_transcriber_wrong,
  'sound-unreadable': m.captions_refused_sound_unreadable,
  'no-ffmpeg': m.captions_refused_no_ffmpeg,
  'no-room': m.film_refused_no_space,
  'captions-failed': m.captions_refused_failed,
}
