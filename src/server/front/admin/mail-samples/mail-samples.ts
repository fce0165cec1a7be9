import type { MailTopic } from '#contract/desk/mail-sample-calls.ts'
import type { Sample, Variants } from './sample.ts'
import { samplesOfContracts } from './samples-of-contracts.ts'
import { samplesOfOrders } from './samples-of-orders.ts'
import { samplesOfSite } from './samples-of-site.ts'
import { samplesOfUsers } from './samples-of-users.ts'

const topics: Readonly<Record<MailTopic, Readonly<Record<string, Variants>>>> = {
  users: samplesOfUsers,
  contracts: samplesOfContracts,
  orders: samplesOfOrders,
  site: samplesOfSite,
}

/** Every mail that the site writes, with invented data. Its key is such as `billing.trial-ends` or `sessionsEnded`. */
export const mailSamples: ReadonlyMap<string, { readonly topic: MailTopic; readonly sample: Sample }> =
  new Map(
    (Object.keys(topics) as MailTopic[]).flatMap((topic) =>
      Object.entries(topics[topic]).flatMap(([mail, variants]) =>
        Object.entries(variants).map(
          ([variant, sample]) => [keyOf(mail.slice(0, -'Mail'.length), variant), { topic, sample }] as const,
        ),
      ),
    ),
  )

function keyOf(mail: string, variant: string): string {
  return variant === 'usual' ? mail : `${mail}.${variant}`
}
