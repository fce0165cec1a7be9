import type { Call } from '#contract/call.ts'
import * as demo from './demo.ts'

/** The demo's own calls: absent (404) elsewhere. */
export const demoCalls = {
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
