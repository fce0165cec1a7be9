import type { DeletionScope } from '#domain/accounts/deletion.ts'
import type * as contacts from '#server/platform/mail/templates/contacts.ts'
import {
  alreadyRegisteredMail,
  type ContactChange,
  confirmAddedContactMail,
  confirmContactMail,
  contactChangedMail,
  contactInUseMail,
} from '#server/platform/mail/templates/contacts.ts'
import type * as credentials from '#server/platform/mail/templates/credentials.ts'
import {
  type CredentialChange,
  codeHostChangedMail,
  couponAlarmMail,
  credentialsChangedMail,
  loginReleasedMail,
  newBrowserMail,
  proofCodeMail,
  resetPasswordMail,
  sessionsEndedMail,
  temporaryPasswordMail,
  wrongAdminPasswordsMail,
} from '#server/platform/mail/templates/credentials.ts'
import type * as deletion from '#server/platform/mail/templates/deletion.ts'
import {
  deletedMail,
  deletionRequestedMail,
  deletionTakenBackMail,
} from '#server/platform/mail/templates/deletion.ts'
import type * as moved from '#server/platform/mail/templates/moved-addresses.ts'
import {
  addressMovedMail,
  moveAddressMail,
  moveUndoneMail,
} from '#server/platform/mail/templates/moved-addresses.ts'
import { invented, type SamplesOf, variants } from './sample.ts'

const { name, email, code, at, day } = invented
const toConfirm = { name, email, code }
const contactChanges: Record<ContactChange, true> = { added: true, removed: true, primary: true }
const credentialChanges: Record<CredentialChange, true> = {
  'password-changed': true,
  'totp-on': true,
  'totp-off': true,
  'recovery-codes-renewed': true,
  'recovery-code-used': true,
  'passkey-added': true,
  'passkey-removed': true,
  'two-factor-reset': true,
  'two-factor-removed': true,
}
const scopes: Record<DeletionScope, true> = {
  'own-account': true,
  'account-of-others': true,
  'own-user': true,
}

/** The mails about logging in, addresses and deletion. */
export const samplesOfUsers = {
  confirmContactMail: {
    usual: (...reader) => confirmContactMail(toConfirm, ...reader),
    trial: (...reader) => confirmContactMail({ ...toConfirm, trialDays: 7 }, ...reader),
  },
  confirmAddedContactMail: { usual: (...reader) => confirmAddedContactMail(toConfirm, ...reader) },
  alreadyRegisteredMail: { usual: (...reader) => alreadyRegisteredMail({ email }, ...reader) },
  contactInUseMail: { usual: (...reader) => contactInUseMail({ email }, ...reader) },
  contactChangedMail: variants(
    contactChanges,
    (change) =>
      (...reader) =>
        contactChangedMail({ name, email, change }, ...reader),
  ),
  moveAddressMail: { usual: (...reader) => moveAddressMail({ name, email, token: code }, ...reader) },
  addressMovedMail: { usual: (...reader) => addressMovedMail({ name, email, token: code }, ...reader) },
  moveUndoneMail: { usual: (...reader) => moveUndoneMail({ name }, ...reader) },
  resetPasswordMail: { usual: (...reader) => resetPasswordMail(toConfirm, ...reader) },
  temporaryPasswordMail: { usual: (...reader) => temporaryPasswordMail({ name, hours: 24 }, ...reader) },
  sessionsEndedMail: { usual: (...reader) => sessionsEndedMail({ name }, ...reader) },
  loginReleasedMail: { usual: (...reader) => loginReleasedMail({ name }, ...reader) },
  credentialsChangedMail: {
    ...variants(
      credentialChanges,
      (change) =>
        (...reader) =>
          credentialsChangedMail({ name, change }, ...reader),
    ),
    'code-host': (...reader) =>
      credentialsChangedMail(
        { name, change: 'password-changed', codeHost: { login: 'ada', unlinked: false } },
        ...reader,
      ),
  },
  proofCodeMail: { usual: (...reader) => proofCodeMail({ name, code: '123 456', minutes: 10 }, ...reader) },
  codeHostChangedMail: {
    linked: (...reader) => codeHostChangedMail({ name, login: 'ada', linked: true }, ...reader),
    unlinked: (...reader) => codeHostChangedMail({ name, login: 'ada', linked: false }, ...reader),
  },
  newBrowserMail: {
    usual: (...reader) => newBrowserMail({ name, at, userAgent: browser, network: '192.0.2.0' }, ...reader),
  },
  wrongAdminPasswordsMail: { usual: (...reader) => wrongAdminPasswordsMail({ name }, ...reader) },
  couponAlarmMail: { usual: (...reader) => couponAlarmMail({ name }, ...reader) },
  deletionRequestedMail: variants(
    scopes,
    (scope) =>
      (...reader) =>
        deletionRequestedMail({ name, day, scope }, ...reader),
  ),
  deletionTakenBackMail: variants(
    scopes,
    (scope) =>
      (...reader) =>
        deletionTakenBackMail({ name, scope }, ...reader),
  ),
  deletedMail: variants(
    scopes,
    (scope) =>
      (...reader) =>
        deletedMail({ scope }, ...reader),
  ),
} satisfies SamplesOf<typeof contacts & typeof moved & typeof credentials & typeof deletion>

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
