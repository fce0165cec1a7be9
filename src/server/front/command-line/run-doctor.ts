import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type ReadConfig, readConfig } from '#server/platform/config/config.ts'
import { unknownSettings } from '#server/platform/config/unknown-settings.ts'
import { hasFfmpeg } from '#server/platform/outside/has-ffmpeg.ts'
import { smtpMail } from '#server/platform/outside/mail-smtp.ts'
import { MediaAway } from '#server/platform/outside/media-store.ts'
import { openMedia } from '#server/platform/outside/s3/open-media.ts'
import { folderFault } from '#server/platform/runtime/folder-fault.ts'
import { readSiteFiles } from '#server/platform/site-files/read-site-files.ts'
import { databaseFindings } from './examine-database.ts'
import { type Finding, look, ok, wrongly } from './finding.ts'

/** The environment of the command. */
export type DoctorTool = {
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly output: NodeJS.WritableStream
}

const gigabyte = 1024 ** 3

/**
 * Checks the settings and everything that they name, changes nothing, and prints a line for each: what is wrong, and
 * what to do. Returns the exit code: 0 nothing is wrong, 1 something is, 2 invalid arguments.
 */
export async function runDoctor({ args, environment, output }: DoctorTool): Promise<number> {
  if (args.length > 0) {
    output.write('Usage: npm run doctor\n')
    return 2
  }
  let wrong = 0
  const say = (findings: readonly Finding[]) => {
    for (const { state, subject, says } of findings) output.write(`${state.padEnd(6)} ${subject}: ${says}\n`)
    wrong += findings.filter(({ state }) => state === 'wrong').length
  }
  const read = readConfig(environment, { sellerLater: true })
  say(settingsFindings(read, environment))
  if (!('problems' in read)) {
    say(await programFindings(read))
    say(await folderFindings(read))
    say(await bucketFindings(read))
    const { findings, config } = await databaseFindings(read)
    say(findings)
    for (const look of [siteFileFindings, mailFindings, paymentFindings, addressFindings])
      say(await look(config))
  }
  output.write(
    wrong > 0 ? `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.\n` : 'Nothing is wrong.\n',
  )
  return wrong > 0 ? 1 : 0
}

function settingsFindings(
  read: ReturnType<typeof readConfig>,
  environment: DoctorTool['environment'],
): readonly Finding[] {
  const unknown = unknownSettings(environment).map((says) => look('settings', says))
  if ('problems' in read) return [...unknown, ...read.problems.map((says) => wrongly('settings', says))]
  return [...unknown, ok('settings', 'All are valid.')]
}

async function programFindings({ ffmpeg, role }: ReadConfig): Promise<readonly Finding[]> {
  const node = ok('programs', `Node ${process.versions.node}.`)
  if (role === 'web') return [node, ok('programs', 'With ROLE="web" the workers convert videos.')]
  if (ffmpeg === undefined)
    return [node, look('programs', 'FFMPEG is "none": uploaded videos are not converted.')]
  if (!(await hasFfmpeg(ffmpeg)))
    return [
      node,
      look(
        'programs',
        `${ffmpeg.program} cannot be started: uploaded videos are not converted. Install ffmpeg (Debian: apt install ffmpeg).`,
      ),
    ]
  const { stdout } = await promisify(execFile)(ffmpeg.program, ['-version'])
  const [, version = ''] = /version (\S+)/.exec(stdout) ?? []
  return [node, ok('programs', `ffmpeg ${version}.`)]
}

async function folderFindings(config: ReadConfig): Promise<readonly Finding[]> {
  const folders = [
    ['the data folder', config.dataDir],
    ['the media folder', config.mediaFolder],
    ['the folder of backups', config.backupFolder],
  ] as const
  const findings = folders.map(async ([name, folder]) => {
    if (!existsSync(folder))
      return look('storage', `${name} ${folder} does not exist yet: the site makes it.`)
    const fault = await folderFault(folder)
    if (fault)
      return wrongly(
        'storage',
        `${name} ${folder} ${fault}. The user of the site has to be able to write to it.`,
      )
    const { bavail, bsize } = await statfs(folder)
    const free = (bavail * bsize) / gigabyte
    const says = `${name} ${folder} has ${free.toFixed(1)} GB free.`
    return free < 1
      ? look('storage', `${says} Make room: backups and uploads need more.`)
      : ok('storage', says)
  })
  return Promise.all(findings)
}

async function bucketFindings({ s3, mediaFolder }: ReadConfig): Promise<readonly Finding[]> {
  if (!s3) return []
  try {
    const media = await openMedia({ s3, mediaFolder })
    const files = (await media.sizes()).size
    return [ok('storage', `the bucket ${s3.bucket} at ${s3.endpoint} holds ${files} media.`)]
  } catch (error) {
    if (!(error instanceof MediaAway)) throw error
    return [
      wrongly(
        'storage',
        `${error.message} Look at MEDIA_URL, S3_ENDPOINT, S3_REGION and the access key: it has to list, read, write and delete.`,
      ),
    ]
  }
}

async function siteFileFindings({ siteFolder, priceSet }: ReadConfig): Promise<readonly Finding[]> {
  if (!existsSync(siteFolder))
    return [ok('site files', `There is no folder ${siteFolder}: the site uses its own texts.`)]
  const { mistakes } = await readSiteFiles(siteFolder, priceSet)
  if (mistakes.length === 0) return [ok('site files', `Those in ${siteFolder} are in order.`)]
  return [
    wrongly('site files', `Mistakes in ${siteFolder}: ${mistakes.length}. npm run site -- check names them.`),
  ]
}

async function mailFindings({
  smtpUrl,
  mailFrom,
  smtpRequiresTls,
  baseUrl,
  demo,
  role,
}: ReadConfig): Promise<readonly Finding[]> {
  if (demo) return [ok('mail', 'The demo keeps its mails.')]
  if (smtpUrl === undefined)
    return [look('mail', 'There is no mail server: set SMTP_URL and MAIL_FROM, or open /admin/setup.')]
  const fault = await smtpMail(smtpUrl, mailFrom, baseUrl.hostname, smtpRequiresTls).check?.()
  const { host } = new URL(smtpUrl)
  if (fault === undefined) return [ok('mail', `${host} accepts mails of ${mailFrom}.`)]
  const says = `${host} says: ${fault.message}.`
  if (fault.insecure) return [look('mail', `Mails travel without TLS. ${says}`)]
  return [
    role === 'web'
      ? look('mail', `${says} With ROLE="web" the workers send mails: examine it on their machine.`)
      : wrongly('mail', `${says} Correct SMTP_URL.`),
  ]
}

async function paymentFindings({ stripe, demo }: ReadConfig): Promise<readonly Finding[]> {
  if (stripe === undefined)
    return [
      demo
        ? ok('payment', 'The demo has a sandbox.')
        : look('payment', 'Nothing can be sold: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are not set.'),
    ]
  const reply = await fetch(`${stripe.apiUrl}/v1/balance`, {
    headers: { authorization: `Bearer ${stripe.secretKey}` },
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => error)
  if (reply instanceof Error)
    return [wrongly('payment', `${stripe.apiUrl} does not answer: ${reply.message}.`)]
  if (reply.status === 401)
    return [wrongly('payment', 'Stripe does not know STRIPE_SECRET_KEY: copy it again from its desk.')]
  const mode = stripe.livemode ? 'live' : 'test'
  const webhook = stripe.webhookSecret
    ? ok('payment', 'Webhooks are verified by STRIPE_WEBHOOK_SECRET.')
    : look(
        'payment',
        'STRIPE_WEBHOOK_SECRET is not set: events are read every few minutes instead of at once.',
      )
  return [ok('payment', `Stripe answers to the key (${mode} mode).`), webhook]
}

async function addressFindings({ baseUrl }: ReadConfig): Promise<readonly Finding[]> {
  const url = new URL('/api/health/ready', baseUrl)
  const reply = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'manual' }).catch(
    (error: Error) => error,
  )
  if (reply instanceof Error)
    return [
      look(
        'address',
        `${baseUrl.origin} does not answer: ${causeOf(reply)}. Start the site, and look at the proxy in front of it.`,
      ),
    ]
  const health = (await reply.json().catch(() => undefined)) as
    | { status?: string; reasons?: string[] }
    | undefined
  if (health?.status === undefined)
    return [
      wrongly(
        'address',
        `${baseUrl.origin} answers ${reply.status}, but not as this site: look at the proxy in front of it.`,
      ),
    ]
  if (health.status === 'ok') return [ok('address', `${baseUrl.origin} serves the site.`)]
  const says = `${baseUrl.origin} is ${health.status}: ${health.reasons?.join('; ')}.`
  return [health.status === 'failing' ? wrongly('address', says) : look('address', says)]
}

const causeOf = ({ message, cause }: Error) => (cause instanceof Error ? cause.message : message)
