import type { Call } from '#contract/call.ts'
import { Done, Nothing } from '#contract/shapes.ts'
import * as uploads from './admin-uploads.ts'

/**
 * The admin's uploads. A part and the question how much has arrived are those of tus 1.0, whose headers they take and
 * answer; there is no call that reads the bytes of an upload.
 */
export const adminUploadCalls = {
  uploads: {
    method: 'GET',
    path: '/api/uploads',
    actor: 'admin',
    summary: "The admin's own uploads that are not complete, the one that was begun last first",
    replies: { 200: uploads.Uploads },
  },
  startUpload: {
    method: 'POST',
    path: '/api/uploads',
    actor: 'admin',
    idempotent: true,
    summary: 'Begins the upload of a film of a video, and keeps room for it on the disk',
    body: uploads.UploadStart,
    replies: { 201: uploads.StartedUpload },
  },
  uploadOffset: {
    method: 'HEAD',
    path: '/api/uploads/:id',
    actor: 'admin',
    summary: 'How many bytes of an upload have arrived (tus 1.0: Upload-Offset, Upload-Length)',
    params: uploads.ById,
    replies: { 200: Nothing },
  },
  uploadPart: {
    method: 'PATCH',
    path: '/api/uploads/:id',
    actor: 'admin',
    summary: 'Appends bytes to an upload (tus 1.0); the last ones complete it',
    params: uploads.ById,
    otherBody: {
      required: true,
      mediaTypes: ['application/offset+octet-stream'],
      schema: uploads.Part,
    },
    replies: { 204: Nothing },
  },
  dropUpload: {
    method: 'DELETE',
    path: '/api/uploads/:id',
    actor: 'admin',
    summary: 'Gives up an upload that is not complete, and deletes its bytes',
    params: uploads.ById,
    replies: { 200: Done },
  },
} as const satisfies Record<string, Call>
