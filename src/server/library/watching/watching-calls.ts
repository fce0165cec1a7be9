import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { keepFilmsOpen } from '#server/library/watching/films/open-films.ts'
import { createOpenStreams } from '#server/library/watching/films/open-streams.ts'
import { route } from '#server/platform/http/route.ts'
import { readBookmarks, removeBookmark, setBookmark } from './bookmarks.ts'
import { keepPosition, markUnseen, markViewed } from './change-viewing.ts'
import { sendDeskFilm } from './desk-film.ts'
import { addFavourite, removeFavourite } from './favourites.ts'
import { openPlayback } from './open-playback.ts'
import { openPreview } from './open-preview.ts'
import { createPlaybackGrants } from './playback-grants.ts'
import { registerMedia } from './serve-media.ts'
import { stopOldestStream } from './streams.ts'
import { takeBegun } from './take-begun.ts'
import { videoHistory } from './video-history.ts'

/** Registers the calls of the video page: playback, seen and unseen, position, favourites, history. */
export function registerWatchingCalls(app: FastifyInstance, services: LibraryServices): void {
  const grants = createPlaybackGrants(services)
  const streams = createOpenStreams(services.log)
  app.addHook('preClose', () => streams.close())

  route(app, calls.video, (context) => openPlayback(services, grants, context))
  route(app, calls.openPreview, (context) => openPreview(services, grants, context))
  route(app, calls.stopOldestStream, (context) => stopOldestStream(services, context))
  route(app, calls.keepPosition, (context) => keepPosition(services, grants, context))
  route(app, calls.markViewed, (context) => markViewed(services, context))
  route(app, calls.markUnseen, (context) => markUnseen(services, context))
  route(app, calls.addFavourite, (context) => addFavourite(services, context))
  route(app, calls.removeFavourite, (context) => removeFavourite(services, context))
  route(app, calls.bookmarks, (context) => readBookmarks(services, context))
  route(app, calls.setBookmark, (context) => setBookmark(services, context))
  route(app, calls.removeBookmark, (context) => removeBookmark(services, context))
  route(app, calls.videoHistory, (context) => videoHistory(services, context))
  route(app, calls.takeBegun, (context) => takeBegun(services, context))
  const senders = { streams, films: keepFilmsOpen(services.media) }
  route(app, calls.deskFilm, (context) => sendDeskFilm(services, senders, context))
  registerMedia(app, services, { grants, ...senders })
}
