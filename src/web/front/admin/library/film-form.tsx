import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { href } from '#contract/pages.ts'
import { webVttCues } from '#domain/catalogue/web-vtt.ts'
import { m } from '#messages/generated/messages.js'
import { FilmUpload } from '#web/front/admin/uploads/film-upload.tsx'
import { PosterField } from '#web/front/admin/uploads/poster-field.tsx'
import { ConflictDialog } from '#web/front/desk/conflict-dialog.tsx'
import { textProps } from '#web/front/desk/fields/text-props.ts'
import { SaveBar } from '#web/front/desk/save-bar.tsx'
import { useDeskChange } from '#web/front/desk/use-desk-change.ts'
import { useEdited } from '#web/front/desk/use-edited.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { CaptionsField } from './captions-field.tsx'
import { ChaptersField } from './chapters-field.tsx'
import { CodeField } from './code-field.tsx'
import { DescriptionField } from './description-field.tsx'
import { FilmActs } from './film-acts.tsx'
import { editOf, type FilmFields, fieldsOf, linesOf } from './film-draft.ts'
import { FilmSide } from './film-side.tsx'
import { deskVideoQuery } from './library-desk-queries.ts'
import { StateBadge } from './video-state.tsx'

/** Labels of the fields in the comparison of two versions. */
const names: Record<keyof FilmFields, () => string> = {
  title: m.library_title,
  description: m.library_description,
  poster: m.library_poster,
  chapters: m.library_chapters,
  day: m.library_day,
  time: m.library_time,
  categoryId: m.library_category,
  tags: m.library_tags,
  versions: m.library_versions,
  free: m.library_free,
  code: m.library_code,
  captions: m.library_captions,
}

/** The form of a film. What was changed is sent with the version that it was made from; a conflict shows both. */
export function FilmForm({ video }: { video: DeskVideo }) {
  const client = useQueryClient()
  const edited = useEdited(video, fieldsOf)
  const { fields, changed, isDirty, change, goOn } = edited
  /** What was to be done besides saving when a conflict came. */
  const asked = useRef<{ draft?: boolean }>({})
  const save = useDeskChange(adminLibraryCalls.changeVideo, {
    message: m.library_prompt(),
    params: { id: video.id },
    fields: namesOfFaults(fields),
    onConflict: async ({ draft }) => {
      const theirs = await client.fetchQuery(deskVideoQuery(video.id))
      asked.current = draft === undefined ? {} : { draft }
      if (isDirty) return edited.setTheirs(theirs)
      // nothing was typed, so that both hold: often its own processing has ended meanwhile
      goOn(theirs)
      save.send({ version: theirs.version, ...asked.current })
    },
    done: m.library_saved,
    onDone: ({ body }) => {
      client.setQueryData(deskVideoQuery(video.id).queryKey, body)
      goOn(body)
    },
  })
  const body = (more: { draft?: boolean } = {}, version = edited.version) => ({
    version,
    ...editOf(changed, fields, edited.base),
    ...more,
  })
  return (
    <>
      {video.deletedAt === null ? <FilmUpload video={video} /> : null}
      <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-6" onSubmit={save.submit(body())}>
        <StateRow video={video} busy={save.busy} put={(draft) => save.send(body({ draft }))} />
        <div className="library-film">
          <FilmParts video={video} fields={fields} faults={save.faults} change={change} />
          <FilmSide video={video} fields={fields} faults={save.faults} change={change} />
        </div>
        <SaveBar
          isDirty={isDirty}
          busy={save.busy}
          refusal={save.refusal}
          onDiscard={() => {
            save.forget()
            goOn(video)
          }}
        />
        {save.dialog}
        <ConflictDialog
          edited={edited}
          names={names}
          onMine={({ version }) => save.send(body(asked.current, version))}
        />
      </form>
      <FilmActs video={video} />
    </>
  )
}

type StateRowProps = { video: DeskVideo; busy: boolean; put: (draft: boolean) => void }

/** The film's state, and what changes it. */
function StateRow({ video: { state, id }, busy, put }: StateRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <StateBadge state={state} />
      {state === 'trash' || state === 'withdrawn' ? null : (
        <Link to={href('video', { id })} className="link text-sm">
          {m.library_film_see()}
        </Link>
      )}
      <span className="flex-1" />
      {state === 'draft' ? (
        <Button variant="primary" busy={busy} onClick={() => put(false)}>
          {m.library_publish()}
        </Button>
      ) : state === 'published' || state === 'scheduled' ? (
        <Button busy={busy} onClick={() => put(true)}>
          {m.library_back_to_draft()}
        </Button>
      ) : null}
    </div>
  )
}

/** What the film consists of: player, texts, poster, captions and code. */
function FilmParts({ video, fields, faults, change }: ComponentProps<typeof FilmSide>) {
  const player = useRef<HTMLVideoElement>(null)
  const text = textProps({ fields, faults, change })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
      {video.filmUrl === null ? null : (
        <FilmPlayer filmUrl={video.filmUrl} poster={fields.poster} captions={fields.captions} ref={player} />
      )}
      <Field label={m.library_title()} autoComplete="off" {...text('title')} />
      <DescriptionField
        value={fields.description}
        error={faults.description}
        onChange={(description) => change({ description })}
      />
      <ChaptersField
        value={fields.chapters}
        faults={faults}
        player={player}
        onChange={(chapters) => change({ chapters })}
      />
      <PosterField
        value={fields.poster}
        frames={video.frameUrls}
        fault={faults.poster}
        player={player}
        hasFilm={video.filmUrl !== null}
        onChange={(poster) => change({ poster })}
      />
      <CaptionsField
        video={video}
        value={fields.captions}
        faults={faults}
        player={player}
        onChange={(captions) => change({ captions })}
      />
      <CodeField value={fields.code} faults={faults} onChange={(code) => change({ code })} />
    </div>
  )
}

/** Returns the server's names of these fields. */
function namesOfFaults(fields: FilmFields): readonly string[] {
  const each = (name: string, list: readonly unknown[]) => list.map((_, place) => `${name}.${place}`)
  return [
    'title',
    'description',
    'poster',
    'published',
    'categoryId',
    'tags',
    'versions',
    'chapters',
    'code',
    'captions',
    ...each('tags', fields.tags),
    ...each('versions', fields.versions),
    ...each('chapters', linesOf(fields.chapters)),
    ...each('code', fields.code),
    ...each('captions', fields.captions),
  ]
}

type FilmPlayerProps = {
  filmUrl: string
  /** Its address; empty without one. */
  poster: string
  captions: readonly { readonly srclang: string; readonly text: string }[]
  ref: RefObject<HTMLVideoElement | null>
}

/** The film with the captions of the form, as they are typed; the first language is shown. */
function FilmPlayer({ filmUrl, poster, captions, ref }: FilmPlayerProps) {
  const [shown] = captions
  useEffect(() => {
    const player = ref.current
    if (!player || !shown) return
    const known = [...player.textTracks].find(({ language }) => language === shown.srclang)
    const track = known ?? player.addTextTrack('captions', shown.srclang, shown.srclang)
    const cues = webVttCues(shown.text).map(
      ({ startSeconds, endSeconds, text }) => new VTTCue(startSeconds, endSeconds, text),
    )
    for (const cue of cues) track.addCue(cue)
    track.mode = 'showing'
    return () => {
      for (const cue of cues) track.removeCue(cue)
    }
  }, [ref, shown])
  return (
    <video
      ref={ref}
      controls
      preload="metadata"
      className="library-player"
      src={filmUrl}
      {...(poster !== '' && { poster })}
    />
  )
}
