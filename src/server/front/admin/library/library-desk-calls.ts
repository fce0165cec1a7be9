import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { richText } from '#server/library/catalogue/rich-text.ts'
import { route } from '#server/platform/http/route.ts'
import { changeVideo, createVideo } from './change-video.ts'
import { makeCaptions, showCaptionsJobs } from './make-captions.ts'
import {
  changeVideoAddress,
  restoreVideo,
  restoreVideoVersion,
  showVideoVersions,
  trashVideo,
} from './move-video.ts'
import { makePreviewLink, showPreviewLink, withdrawPreviewLink } from './preview-link.ts'
import { sendCaptions, sendVideos, showPicture, showVideo, showVideos } from './show-videos.ts'

/** Registers the admin's calls about the library. */
export function registerLibraryDeskCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.deskVideos, (context) => showVideos(services, context))
  route(app, calls.deskVideosCsv, (context) => sendVideos(services, context))
  route(app, calls.deskVideo, (context) => showVideo(services, context))
  route(app, calls.deskPicture, (context) => showPicture(services, context))
  route(app, calls.deskCaptions, (context) => sendCaptions(services, context))
  route(app, calls.drawText, async ({ body }) => ({ status: 200, body: { text: richText(body.text) } }))
  route(app, calls.createVideo, (context) => createVideo(services, context))
  route(app, calls.changeVideo, (context) => changeVideo(services, context))
  route(app, calls.trashVideo, (context) => trashVideo(services, context))
  route(app, calls.restoreVideo, (context) => restoreVideo(services, context))
  route(app, calls.changeVideoAddress, (context) => changeVideoAddress(services, context))
  route(app, calls.videoVersions, (context) => showVideoVersions(services, context))
  route(app, calls.restoreVideoVersion, (context) => restoreVideoVersion(services, context))
  route(app, calls.captionsJobs, (context) => showCaptionsJobs(services, context))
  route(app, calls.makeCaptions, (context) => makeCaptions(services, context))
  route(app, calls.previewLink, (context) => showPreviewLink(services, context))
  route(app, calls.makePreviewLink, (context) => makePreviewLink(services, context))
  route(app, calls.withdrawPreviewLink, (context) => withdrawPreviewLink(services, context))
}
