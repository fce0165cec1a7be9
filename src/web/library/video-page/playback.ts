import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { UserSession } from '#contract/accounts/accounts.ts'
import type { Playback, Video } from '#contract/library/library.ts'
import { watchingCalls } from '#contract/library/watching-calls.ts'
import { matchPath } from '#contract/match-path.ts'
import { pages } from '#contract/pages.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { isClosed } from '#domain/service-mode.ts'
import { playerName } from '#web/library/videos/player-name.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { carriedHere } from '#web/platform/site/carried.ts'
import { useSite } from '#web/platform/site/site.ts'

/** Why a film does not play, if the viewer can resolve it. */
export type Locked = (typeof lockedCodes)[number]
export type OpenedPlayback = {
  readonly playback: Playback | undefined
  readonly locked: Locked | undefined
  readonly unknown: boolean
  readonly pending: boolean
  /** Another failure. */
  readonly failed: boolean
  /** Requests a media URL, which stays the same while valid. Undefined if there is none. */
  readonly reopen: () => Promise<string | undefined>
}

/** Requested before the page is rendered. An unused URL may soon expire. */
let begun: { readonly id: string; readonly reply: Promise<Playback> } | undefined
const begunMs = 10_000

/**
 * Requests the film of the page being opened, as soon as it is known to be allowed. On phones, rendering the page takes
 * much longer.
 */
export function beginPlayback(): void {
  const id = matchPath(pages.video.path, location.pathname)?.params.id
  if (id === undefined) return
  const look = ({ session }: { readonly session: UserSession | undefined }) => {
    const isFree = carriedHere().freeVideo === id
    if (!session && !isFree) return
    stop()
    if (!isFree && !(session?.authenticated && session.mayWatch)) return
    const reply = open(id)
    // its consumer handles the rejection
    reply.catch(() => undefined)
    begun = { id, reply }
    setTimeout(takeBegun, begunMs)
  }
  const stop = useSite.subscribe(look)
  look(useSite.getState())
}

/**
 * Waits until a visitor can play the free film of the page being opened; rejects while they cannot. Does not wait for
 * members: the served page is for visitors.
 */
export async function readVisitorsPlayback(): Promise<void> {
  const id = matchPath(pages.video.path, location.pathname)?.params.id
  if (carriedHere().freeVideo !== id || useSite.getState().session?.authenticated) return
  if (!begun) beginPlayback()
  try {
    await begun?.reply
  } catch (error) {
    begun = undefined
    throw error
  }
}

/** Returns the early request, once. */
function takeBegun(videoId?: string): Promise<Playback> | undefined {
  const taken = begun
  begun = undefined
  return taken?.id === videoId ? taken?.reply : undefined
}

async function open(id: string, signal?: AbortSignal): Promise<Playback> {
  const request = { params: { id }, query: { player: playerName }, ...(signal && { signal }) }
  const reply = await call(watchingCalls.video, request)
  if (reply instanceof CallProblem) throw reply
  return reply.body
}

/**
 * Opens a playback (`GET /api/video/{id}`). Its media URL is valid for a few minutes, so it is never cached. Makes no
 * request for a video known to be locked, and waits while that is unknown.
 */
export function usePlayback(
  videoId: string,
  { foreseen, wait }: { foreseen: Locked | undefined; wait: boolean },
): OpenedPlayback {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['playback', videoId],
    queryFn: ({ signal }) => takeBegun(videoId) ?? open(videoId, signal),
    enabled: !foreseen && !wait,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    // only failed requests are stale
    refetchOnReconnect: true,
  })
  const code = error instanceof CallProblem ? error.code : undefined
  const locked = foreseen ?? lockedCodes.find((known) => known === code)
  const reopen = useCallback(async () => {
    const { isSuccess, data: reopened } = await refetch()
    return isSuccess ? reopened.source.url : undefined
  }, [refetch])
  return {
    // a viewer who loses access loses the film too
    playback: locked ? undefined : data,
    locked,
    unknown: code === 'not-found',
    pending: isPending && !foreseen,
    failed: error !== null && !locked && code !== 'not-found',
    reopen,
  }
}

const lockedCodes = [
  'login-required',
  'subscription-required',
  'confirmation-required',
  'too-many-streams',
] as const

/**
 * Predicts a refusal from the page's data, which saves a request that would fail. Once the service is closed, all
 * videos may be free, which only the server knows.
 */
export function foreseenLock(
  video: Pick<Video, 'free'> | undefined,
  session: UserSession | undefined,
  serviceMode: SiteConfig['serviceMode'],
): Locked | undefined {
  if (!video || video.free || !session || isClosed(serviceMode)) return undefined
  if (!session.authenticated) return 'login-required'
  if (session.mayWatch) return undefined
  return session.user.confirmed ? 'subscription-required' : 'confirmation-required'
}
