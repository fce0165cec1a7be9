import type { Call } from '#contract/call.ts'
import * as site from './site.ts'

/** Calls of monitoring and of programs that use the interface. */
export const machineCalls = {
  openApi: {
    method: 'GET',
    path: '/api/openapi.json',
    actor: 'anyone',
    conditional: true,
    summary: 'This description (OpenAPI 3.1)',
    replies: { 200: site.OpenApi },
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
    summary: 'Whether the site can serve visitors: 503 while it is failing, 200 while it is ok or degraded',
    replies: { 200: site.Health, 503: site.Health },
  },
} as const satisfies Record<string, Call>
