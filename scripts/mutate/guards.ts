const http = (name: string) => [`src/server/platform/http/${name}.test.ts`]

/** The server's authorisation code, with the tests that must notice its mutants. */
export const guards: Readonly<Record<string, string[]>> = {
  'src/server/platform/http/guard.ts': http('guard'),
  'src/server/platform/http/csrf.ts': http('csrf'),
  'src/server/platform/http/client-network.ts': http('client-network'),
  'src/server/platform/http/idempotency.ts': http('idempotency'),
  'src/server/platform/http/attempts/limit.ts': http('attempts/limit'),
  'src/server/platform/http/attempts/login-limit.ts': http('attempts/login-limit'),
  'src/server/identity/sessions/known-browser.ts': [
    'src/server/identity/sessions/known-browser.test.ts',
    'src/server/identity/sessions/notify-of-new-browser.test.ts',
  ],
  'src/server/identity/sessions/sessions.ts': [
    'src/server/identity/sessions/sessions.test.ts',
    'src/server/identity/sessions/session-lifetime.test.ts',
    'src/server/identity/sessions/known-browser.test.ts',
    'src/server/identity/sessions/notify-of-new-browser.test.ts',
    'src/server/front/admin/switch.test.ts',
    'src/server/identity/sign-in/changed-meanwhile.test.ts',
  ],
  'src/server/identity/passwords/own-password.ts': ['src/server/identity/passwords/own-password.test.ts'],
  'src/server/identity/passwords/choose-password.ts': [
    'src/server/identity/passwords/reset-password.test.ts',
    'src/server/identity/passwords/create-password.test.ts',
  ],
  'src/server/platform/runtime/sealed.ts': ['src/server/platform/runtime/sealed.test.ts'],
  'src/server/identity/two-factor/totp-code.ts': ['src/server/identity/two-factor/totp-code.test.ts'],
  'src/server/identity/two-factor/two-factor-code.ts': [
    'src/server/identity/sign-in/two-factor-sign-in.test.ts',
    'src/server/identity/two-factor/totp-setup.test.ts',
  ],
  'src/server/front/admin/confirm-admin.ts': [
    'tests/admin-writes.test.ts',
    'src/server/front/admin/switch.test.ts',
  ],
  'src/server/front/admin-link/check-admin-link.ts': [
    'src/server/front/admin-link/create-admin.test.ts',
    'src/server/front/admin-link/renew-admin-password.test.ts',
  ],
  'src/server/library/watching/watching-right.ts': [
    'src/server/library/watching/open-playback.test.ts',
    'src/server/library/watching/watching-right.test.ts',
  ],
  'src/server/library/watching/films/open-streams.ts': [
    'src/server/library/watching/films/open-streams.test.ts',
  ],
  'src/server/books/billing/charging/settle-attempt.ts': [
    'src/server/books/billing/charging/settled-answers.test.ts',
    'src/server/books/billing/charging/settle-attempt.test.ts',
  ],
  'src/server/business/subscriptions/run-due-subscriptions.ts': [
    'src/server/business/subscriptions/run-due-subscriptions.test.ts',
  ],
  'src/server/business/registration/register.ts': [
    'src/server/business/registration/register.test.ts',
    'src/server/business/registration/register-limits.test.ts',
    'src/server/business/registration/registration-story.test.ts',
    'src/server/business/registration/first-subscription.test.ts',
  ],
  'src/server/business/team/save-users.ts': [
    'src/server/business/team/save-users.test.ts',
    'src/server/business/team/saved-meanwhile.test.ts',
    'src/server/business/team/mail-new-user.test.ts',
    'src/server/business/team/price-change.test.ts',
  ],
  'src/server/business/own-data/own-data-upkeep.ts': ['src/server/business/own-data/purge.test.ts'],
}
