import * as z from 'zod/mini'
import * as accounts from './accounts.ts'
import type { Call } from './call.ts'
import * as demo from './demo.ts'
import * as library from './library.ts'
import { Done, Id } from './shapes.ts'
import * as site from './site.ts'

const videoId = z.strictObject({ id: Id })

/** Every call that browser and server know (product.md section 7). `satisfies` keeps each row's own shapes. */
export const calls = {
  csrfToken: {
    method: 'GET',
    path: '/api/csrf-token',
    actor: 'anyone',
    summary: 'Token for the X-CSRF-Token header of writes',
    replies: { 200: site.CsrfToken },
  },
  openApi: {
    method: 'GET',
    path: '/api/openapi.json',
    actor: 'anyone',
    conditional: true,
    summary: 'This description (OpenAPI 3.1)',
    replies: { 200: site.OpenApi },
  },
  config: {
    method: 'GET',
    path: '/api/config',
    actor: 'anyone',
    summary: 'Public settings of this site',
    replies: { 200: site.SiteConfig },
  },
  healthLive: {
    method: 'GET',
    path: '/api/health/live',
    actor: 'anyone',
    summary: 'The process answers',
    replies: { 200: site.Health },
  },
  healthReady: {
    method: 'GET',
    path: '/api/health/ready',
    actor: 'anyone',
    summary: 'Database, migrations, disk and mail queue are in order',
    replies: { 200: site.Health, 503: site.Health },
  },

  videos: {
    method: 'GET',
    path: '/api/videos',
    actor: 'anyone',
    conditional: true,
    summary: 'The whole library',
    replies: { 200: library.Videos },
  },
  categories: {
    method: 'GET',
    path: '/api/categories',
    actor: 'anyone',
    conditional: true,
    summary: 'The categories of the library',
    replies: { 200: library.Categories },
  },
  versions: {
    method: 'GET',
    path: '/api/versions',
    actor: 'anyone',
    conditional: true,
    summary: 'The software versions that videos were recorded with',
    replies: { 200: library.Versions },
  },

  video: {
    method: 'GET',
    path: '/api/video/:id',
    actor: 'anyone',
    summary: 'Opens a playback: media addresses for a viewer who may watch',
    params: videoId,
    replies: { 200: library.Playback },
  },
  videoHistory: {
    method: 'GET',
    path: '/api/video-history',
    actor: 'viewer',
    conditional: true,
    summary: "The viewer's history, newest first",
    replies: { 200: library.VideoHistory },
  },
  markViewed: {
    method: 'POST',
    path: '/api/video/view/:id',
    actor: 'viewer',
    summary: 'Marks a video as seen',
    params: videoId,
    replies: { 200: library.ViewState },
  },
  markUnseen: {
    method: 'DELETE',
    path: '/api/video/view/:id',
    actor: 'viewer',
    summary: 'Marks a video as unseen',
    params: videoId,
    replies: { 200: library.ViewState },
  },
  keepPosition: {
    method: 'PUT',
    path: '/api/video/position/:id',
    actor: 'anyone',
    summary: 'Keeps where the viewer is and extends the playback grant',
    params: videoId,
    body: library.Position,
    replies: { 200: library.PositionKept },
  },
  favour: {
    method: 'POST',
    path: '/api/video/favorites/:id',
    actor: 'viewer',
    summary: 'Adds a video to the favourites',
    params: videoId,
    replies: { 200: library.Favourites },
  },
  unfavour: {
    method: 'DELETE',
    path: '/api/video/favorites/:id',
    actor: 'viewer',
    summary: 'Removes a video from the favourites',
    params: videoId,
    replies: { 200: library.Favourites },
  },

  userSession: {
    method: 'GET',
    path: '/api/user-session',
    actor: 'anyone',
    summary: 'Who is signed in, and what they may do',
    replies: { 200: accounts.UserSession },
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    actor: 'anyone',
    summary: 'Signs in',
    body: accounts.Login,
    replies: { 200: Done, 202: accounts.TwoFactorRequired },
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    actor: 'anyone',
    summary: 'Ends the session; does nothing where there is none',
    replies: { 200: Done },
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    actor: 'anyone',
    idempotent: true,
    summary: 'Registers an account with its first user',
    body: accounts.Registration,
    replies: { 202: accounts.ConfirmationNeeded },
  },
  confirmContact: {
    method: 'POST',
    path: '/auth/confirm-contact',
    actor: 'anyone',
    summary: 'Confirms a contact with the code that was mailed to it',
    body: accounts.ContactConfirmation,
    replies: { 200: accounts.ContactConfirmed },
  },

  demoMails: {
    method: 'GET',
    path: '/demo/mails',
    actor: 'demo',
    summary: 'The mails sent so far, newest first',
    replies: { 200: demo.DemoMails },
  },
  demoLogins: {
    method: 'GET',
    path: '/demo/logins',
    actor: 'demo',
    summary: 'The demo logins',
    replies: { 200: demo.DemoLogins },
  },
  demoClock: {
    method: 'GET',
    path: '/demo/clock',
    actor: 'demo',
    summary: "The demo's business time",
    replies: { 200: demo.DemoClock },
  },
  advanceDemoClock: {
    method: 'POST',
    path: '/demo/clock',
    actor: 'demo',
    summary: 'Moves business time forward, day by day, and runs the work due on the way',
    body: demo.DemoAdvance,
    replies: { 200: demo.DemoClock },
  },
  demoServiceMode: {
    method: 'PUT',
    path: '/demo/service-mode',
    actor: 'demo',
    summary: 'Switches between an open service and one that is closing',
    body: demo.DemoServiceMode,
    replies: { 200: demo.DemoServiceMode },
  },
} as const satisfies Record<string, Call>

export type CallName = keyof typeof calls
