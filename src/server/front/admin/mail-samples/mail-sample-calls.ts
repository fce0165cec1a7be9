import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { sendMailSample, showMailSample, showMailSampleHtml, showMailSamples } from './show-mail-samples.ts'

/** Registers the admin's calls about the mails that the site writes. */
export function registerMailSampleCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.mailSamples, (context) => showMailSamples(services, context))
  route(app, calls.mailSample, (context) => showMailSample(services, context))
  route(app, calls.mailSampleHtml, (context) => showMailSampleHtml(services, context))
  route(app, calls.sendMailSample, (context) => sendMailSample(services, context))
}
