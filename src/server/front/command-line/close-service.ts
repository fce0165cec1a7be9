import { createInterface } from 'node:readline'
import { formatMoney } from '#domain/formatted-money.ts'
import { moneyDay } from '#domain/zone-days.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import {
  type ClosingOutcome,
  type ClosingPreview,
  type ClosingRequest,
  closeService,
  closeServiceCommand,
} from '#server/front/closing/close-service.ts'
import { openDemoClock } from '#server/front/demo/demo-clock.ts'
import type { ReadConfig } from '#server/platform/config/config.ts'
import { readSiteFiles } from '#server/platform/site-files/read-site-files.ts'
import { type Trouble, whereDatabaseIs } from './where-database-is.ts'

type Said = { readonly answer: string } | { readonly complaint: string } | Trouble

/** The environment of the command. */
type ClosingTool = {
  readonly config: Pick<
    ReadConfig,
    'dataDir' | 'databaseUrl' | 'siteFolder' | 'priceSet' | 'productName' | 'seller' | 'demo' | 'serviceMode'
  >
  readonly migrationsDir: string
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Prints the effects of closing the service, asks for the site's name, and orders it. */
export async function closeServiceByName(tool: ClosingTool): Promise<Said> {
  const preview = await carryOut(tool, { act: 'preview' })
  if ('trouble' in preview) return preview
  if (preview.kind !== 'preview') return sentenceOf(preview)
  tool.output.write(`${linesOf(preview).join('\n')}\n`)
  const name = await readLine(tool.input)
  const outcome = await carryOut(tool, { act: 'order', name })
  return 'trouble' in outcome ? outcome : sentenceOf(outcome)
}

/** Cancels the order, or reopens a closed service. */
export async function openServiceAgain(tool: ClosingTool, act: 'undo' | 'open'): Promise<Said> {
  const outcome = await carryOut(tool, { act })
  return 'trouble' in outcome ? outcome : sentenceOf(outcome)
}

function carryOut(tool: ClosingTool, request: ClosingRequest): Promise<ClosingOutcome | Trouble> {
  const command = { command: closeServiceCommand, request }
  return whereDatabaseIs<ClosingOutcome>(tool, command, async (open) => {
    const database = await open()
    // outside of the demo it is the machine's
    const clock = await openDemoClock(database)
    const { siteFolder, priceSet } = tool.config
    const { files } = await readSiteFiles(siteFolder, priceSet)
    const productName = files.look.name ?? tool.config.productName
    return closeService({ database, clock, config: { ...tool.config, productName } }, request)
  })
}

/** The first line of input; empty at its end. */
async function readLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input })
  for await (const line of lines) {
    lines.close()
    return line
  }
  return ''
}

function linesOf({ refunds, zone, ...preview }: ClosingPreview): string[] {
  const { effectiveAt, subscriptions, seats, unpaid, firstUntil, lastUntil, mails, productName } = preview
  const dayOf = (moment: string) => moneyDay(new Date(moment), zone, getLocale())
  const day = dayOf(effectiveAt)
  return [
    m.closing_preview({ name: productName, at: timeOf(effectiveAt, zone) }),
    firstUntil && lastUntil
      ? m.closing_preview_subscriptions({
          subscriptions,
          seats,
          first: dayOf(firstUntil),
          last: dayOf(lastUntil),
        })
      : m.closing_preview_no_subscription(),
    ...(unpaid > 0 ? [m.closing_preview_unpaid({ unpaid, day })] : []),
    m.closing_preview_refunds({
      orders: refunds.orders,
      vouchers: refunds.vouchers,
      amount: formatMoney(refunds.grossCents, getLocale()),
      day,
    }),
    m.closing_preview_mails({ mails, day }),
    m.closing_preview_undo(),
    m.closing_type_name({ name: productName }),
  ]
}

function timeOf(moment: string, zone: string): string {
  const format = new Intl.DateTimeFormat(getLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  })
  return `${format.format(new Date(moment))} (${zone})`
}

function sentenceOf(outcome: ClosingOutcome): Said {
  switch (outcome.kind) {
    case 'preview':
      return { answer: linesOf(outcome).join('\n') }
    case 'ordered':
      return { answer: m.closing_ordered({ at: timeOf(outcome.effectiveAt, outcome.zone) }) }
    case 'pending':
      return { complaint: m.closing_pending({ at: timeOf(outcome.effectiveAt, outcome.zone) }) }
    case 'closed':
      return { complaint: m.closing_closed() }
    case 'wrong-name':
      return { complaint: m.closing_wrong_name() }
    case 'undone':
      return { answer: m.closing_undone() }
    case 'opened':
      return { answer: m.closing_opened() }
    case 'nothing':
      return { complaint: m.closing_nothing() }
  }
}
