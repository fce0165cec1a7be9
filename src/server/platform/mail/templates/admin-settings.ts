import { deskHref } from '#contract/desk/desk-pages.ts'
import { href } from '#contract/pages.ts'
import { m } from '#messages/generated-mails/messages.js'
import { mailOf } from '#server/platform/mail/compose-mail.ts'

const texts = {
  seller: m.mail_settings_changed_seller,
  mail: m.mail_settings_changed_mail,
  payment: m.mail_settings_changed_payment,
}

/** Notifies the admin that settings of the site were changed at the desk. */
export const settingsChangedMail = mailOf(
  ({ name, target }: { readonly name: string; readonly target: keyof typeof texts }) => ({
    facts: {},
    name,
    subject: m.mail_settings_changed_subject,
    text: texts[target],
    button: m.mail_credentials_changed_button,
    page: href('security'),
    note: m.mail_settings_changed_note,
  }),
)

/** Tells the admin that a key for programs was made. */
export const apiKeyMail = mailOf(({ name, key }: { readonly name: string; readonly key: string }) => ({
  facts: { key },
  name,
  subject: m.mail_api_key_subject,
  text: m.mail_api_key_text,
  button: m.mail_credentials_changed_button,
  page: href('security'),
  note: m.mail_api_key_note,
}))

/** The mail with the document of a test purchase attached. */
export const testPurchaseMail = mailOf(
  ({ name, number }: { readonly name: string; readonly number: string }) => ({
    facts: { number },
    name,
    subject: m.mail_test_purchase_subject,
    text: m.mail_test_purchase_text,
    button: m.mail_test_button,
    page: deskHref('adminSetUp'),
    note: m.mail_test_purchase_note,
  }),
)

/** Notifies the admin that an endpoint of webhooks was switched off. `host`: of its address. */
export const webhookOffMail = mailOf(({ name, host }: { readonly name: string; readonly host: string }) => ({
  facts: { host },
  name,
  subject: m.mail_webhook_off_subject,
  text: m.mail_webhook_off_text,
  button: m.mail_test_button,
  page: deskHref('adminWebhooks'),
  note: m.mail_webhook_off_note,
}))

/** The mail by which the admin tests the mail server. */
export const testMail = mailOf(({ name }: { readonly name: string }) => ({
  facts: {},
  name,
  subject: m.mail_test_subject,
  text: m.mail_test_text,
  button: m.mail_test_button,
  page: deskHref('admin'),
  note: m.mail_test_note,
}))
