import { useCallback, useEffect, useState } from 'react'
import type { Playback, Video } from '#contract/library/library.ts'
import { viewingCalls } from '#contract/library/viewing-calls.ts'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { useFilm } from '#web/library/player/film/use-film.ts'
import { Player } from '#web/library/player/player.tsx'
import { playerName } from '#web/library/videos/player-name.ts'
import { filmPoster } from '#web/library/videos/poster.tsx'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { isSwitched, useSession } from '#web/platform/site/site.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'

/** A video of the library within a text. Viewers who may not watch it get a link to its page. */
export default function EmbeddedVideo({ video }: { video: Video }) {
  const [opened, setOpened] = useState<Playback | CallProblem>()
  const reopen = useCallback(async () => {
    const reply = await open(video.id)
    setOpened(reply)
    return reply instanceof CallProblem ? undefined : reply.source.url
  }, [video.id])
  useEffect(() => {
    let gone = false
    open(video.id).then((reply) => {
      if (!gone) setOpened(reply)
    })
    return () => {
      gone = true
    }
  }, [video.id])

  if (!opened) return <Skeleton className="embed" />
  if (opened instanceof CallProblem) return <NotPlayed video={video} problem={opened} />
  return <PlayedVideo video={video} playback={opened} reopen={reopen} />
}

async function open(id: string): Promise<Playback | CallProblem> {
  const reply = await call(watchingCalls.video, { params: { id }, query: { player: playerName } })
  return reply instanceof CallProblem ? reply : reply.body
}

type PlayedVideoProps = {
  video: Video
  playback: Playback
  reopen: () => Promise<string | undefined>
}

function PlayedVideo({ video, playback, reopen }: PlayedVideoProps) {
  const signedIn = useSession()?.authenticated === true
  const film = useFilm({
    videoId: video.id,
    playback,
    startSeconds: playback.positionSeconds,
    play: true,
    reopen,
    onViewed: (id) => {
      if (signedIn && !isSwitched()) call(viewingCalls.markViewed, { params: { id } })
    },
    // also keeps the media URL valid
    onPosition: (id, watched) => {
      if (isSwitched()) return
      call(watchingCalls.keepPosition, { params: { id }, body: { ...watched, player: playerName } })
    },
  })
  return (
    <div className="max-w-[36rem]">
      <Player
        film={film}
        title={video.title}
        poster={filmPoster(video) ?? playback.poster}
        chapters={playback.chapters}
        storyboard={playback.storyboard}
        tracks={playback.tracks}
        onNext={nothing}
        onPrevious={nothing}
        onShowKeys={nothing}
        hasCaptions={video.hasCaptions}
      />
    </div>
  )
}

/** A text has no next video, and no list of keys. */
function nothing(): void {}

/** Links to the video's page, which gives the reason and a remedy. */
function NotPlayed({ video, problem }: { video: Video; problem: CallProblem }) {
  return (
    <p role="status">
      {problem.code === 'login-required' ? m.locked_title() : m.video_load_failure()}{' '}
      <Link to={href('video', { id: video.id })} className="link">
        <bdi>{video.title}</bdi>
      </Link>
    </p>
  )
}
