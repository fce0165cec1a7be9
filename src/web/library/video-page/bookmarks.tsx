import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { bookmarkCalls } from '#contract/library/bookmark-calls.ts'
import { type Bookmark, longestWord } from '#contract/library/library.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { useSecond } from '#web/library/player/film/use-second.ts'
import { call } from '#web/platform/site/api.ts'
import { read } from '#web/platform/site/queries.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import '#web/library/player/transcript-lines.css'

type BookmarksProps = {
  videoId: string
  /** Set while its source is this film's. */
  element: HTMLVideoElement | null
}

/** The viewer's bookmarks in the film; a click seeks there. Loaded on demand. */
export default function Bookmarks({ videoId, element }: BookmarksProps) {
  const client = useQueryClient()
  const { data, isError } = useQuery(bookmarksQuery(videoId))
  const remember = (reply: { body: { bookmarks: Bookmark[] } }) =>
    client.setQueryData(bookmarksQuery(videoId).queryKey, reply.body)
  const removing = useCall(
    (second: number) =>
      call(bookmarkCalls.removeBookmark, { params: { id: videoId, second: String(second) } }),
    { onDone: remember },
  )
  const bookmarks = data?.bookmarks ?? []
  return (
    <section aria-label={m.bookmarks()} className="transcript">
      <NewBookmark {...{ videoId, element }} onSet={remember} />
      {isError || removing.refusal ? (
        <p role="alert" className="px-4 pt-3 text-sm">
          {removing.refusal ?? m.bookmarks_failure()}
        </p>
      ) : null}
      {data && bookmarks.length === 0 ? <p className="p-4 text-sm text-muted">{m.bookmarks_none()}</p> : null}
      <ol className="transcript-lines">
        {bookmarks.map(({ second, word }) => (
          <li key={second} className="flex items-center gap-1">
            <button
              type="button"
              className="transcript-line"
              onClick={() => {
                if (element) element.currentTime = second
              }}
            >
              <span className="num transcript-time">{minutesAndSeconds(second)}</span>
              <bdi className="min-w-0">{word}</bdi>
            </button>
            <Button
              size="icon"
              variant="quiet"
              aria-label={m.bookmark_remove({ moment: minutesAndSeconds(second), word })}
              busy={removing.sending === second}
              onClick={() => removing.send(second)}
            >
              <Trash2 className="size-4" aria-hidden />
            </Button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Names a moment: the one when typing began, because the film may play on. */
function NewBookmark({
  videoId,
  element,
  onSet,
}: BookmarksProps & { onSet: (reply: { body: { bookmarks: Bookmark[] } }) => void }) {
  const [word, setWord] = useState('')
  const [held, setHeld] = useState<number>()
  const running = useSecond(element)
  const second = held ?? running
  const moment = minutesAndSeconds(second)
  const { busy, refusal, submit } = useCall(
    (input: { second: number; word: string }) =>
      call(bookmarkCalls.setBookmark, {
        params: { id: videoId, second: String(input.second) },
        body: { word: input.word },
      }),
    {
      onDone: (reply) => {
        setWord('')
        setHeld(undefined)
        onSet(reply)
      },
    },
  )
  return (
    <form className="grid gap-2 border-b border-line p-2" onSubmit={submit({ second, word: word.trim() })}>
      <div className="flex gap-2">
        <input
          className="input min-w-0 flex-1"
          aria-label={m.bookmark_word({ moment })}
          placeholder={m.bookmark_word({ moment })}
          maxLength={longestWord}
          required
          pattern=".*\S.*"
          value={word}
          onChange={(event) => {
            setHeld(event.target.value === '' || !element ? undefined : second)
            setWord(event.target.value)
          }}
        />
        <Button
          type="submit"
          busy={busy}
          disabled={!element}
          title={m.bookmark_set({ moment })}
          aria-label={m.bookmark_set({ moment })}
        >
          <BookmarkPlus className="size-4" aria-hidden />
          <span className="num">{moment}</span>
        </Button>
      </div>
      {refusal ? (
        <p role="alert" className="px-2 text-sm">
          {refusal}
        </p>
      ) : null}
    </form>
  )
}

function bookmarksQuery(videoId: string) {
  return queryOptions({
    queryKey: ['bookmarks', videoId],
    queryFn: ({ signal }) => read(bookmarkCalls.bookmarks, { params: { id: videoId }, signal }),
  })
}
