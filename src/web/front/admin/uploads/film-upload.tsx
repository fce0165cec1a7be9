import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { m } from '#messages/generated/messages.js'
import { FilmDrop } from './film-drop.tsx'
import { FilmJobOf } from './film-jobs.tsx'
import { UploadList } from './upload-list.tsx'

/** Where the file of a video is uploaded, its uploads, and the processing of the last one. */
export function FilmUpload({ video: { id, filmUrl } }: { video: Pick<DeskVideo, 'id' | 'filmUrl'> }) {
  return (
    <section aria-label={m.library_film_file()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {filmUrl === null ? (
        <FilmDrop videoId={id} label={m.library_film_upload()} />
      ) : (
        <details className="library-file">
          <summary>{m.library_film_replace()}</summary>
          <div className="pt-3">
            <FilmDrop videoId={id} label={m.library_film_upload()} />
          </div>
        </details>
      )}
      <UploadList videoId={id} />
      <FilmJobOf videoId={id} />
    </section>
  )
}
