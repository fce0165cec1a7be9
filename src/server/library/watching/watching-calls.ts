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

  route(app, calls.video, (context) => openPlayback(context, services, grants))
  route(app, calls.openPreview, (context) => openPreview(context, services, grants))
  route(app, calls.stopOldestStream, (context) => stopOldestStream(context, services))
  route(app, calls.keepPosition, (context) => keepPosition(context, services, grants))
  route(app, calls.markViewed, (context) => markViewed(context, services))
  route(app, calls.markUnseen, (context) => markUnseen(context, services))
  route(app, calls.addFavourite, (context) => addFavourite(context, services))
  route(app, calls.removeFavourite, (context) => removeFavourite(context, services))
  route(app, calls.bookmarks, (context) => readBookmarks(context, services))
  route(app, calls.setBookmark, (context) => setBookmark(context, services))
  route(app, calls.removeBookmark, (context) => removeBookmark(context, services))
  route(app, calls.videoHistory, (context) => videoHistory(context, services))
  route(app, calls.takeBegun, (context) => takeBegun(context, services))
  const senders = { streams, films: keepFilmsOpen(services.media) }
  route(app, calls.deskFilm, (context) => sendDeskFilm(context, services, senders))
  registerMedia(app, services, { grants, ...senders })
}
