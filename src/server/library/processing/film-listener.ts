import { releaseUpload, uploadedFile } from '#server/library/uploads/uploaded-file.ts'
import { setFilm } from '#server/library/write/set-film.ts'
import type { FilmListener, ProcessingServices } from './processing.ts'

/** Processing between the uploads and the library. */
export function filmListener(services: ProcessingServices): FilmListener {
  const { database, config, clock } = services
  return {
    uploadedFile: (id) => uploadedFile(database.db, config, id),
    releaseUpload: (id) => releaseUpload(services, id),
    setFilm: (trx, { durationSeconds, ...film }) => {
      const whole = Math.max(1, Math.round(durationSeconds))
      return setFilm(trx, { ...film, durationSeconds: whole }, { now: clock.now(), realNow: clock.real() })
    },
  }
}
