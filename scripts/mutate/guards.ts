const http = (name: string) => [`src/server/http/${name}.test.ts`]

/** The places of the server that decide who may do what, and the tests that are to notice when one does not. */
export const guards: Readonly<Record<string, string[]>> = {
  'src/server/http/guard.ts': http('guard'),
  'src/server/http/csrf.ts': http('csrf'),
  'src/server/http/client-network.ts': http('client-network'),
  'src/server/http/idempotency.ts': http('idempotency'),
  'src/server/http/attempts/limit.ts': http('attempts/limit'),
  'src/server/http/attempts/login-limit.ts': http('attempts/login-limit'),
  'src/server/sessions/known-browser.ts': [
    'src/server/sessions/known-browser.test.ts',
    'src/server/sessions/notify-of-new-browser.test.ts',
  ],
  'src/server/sessions/sessions.ts': [
    'src/server/sessions/sessions.test.ts',
    'src/server/sessions/session-lifetime.test.ts',
    'src/server/sessions/known-browser.test.ts',
    'src/server/sessions/notify-of-new-browser.test.ts',
    'src/server/admin/switch.test.ts',
    'src/server/sign-in/changed-meanwhile.test.ts',
  ],
  'src/server/passwords/own-password.ts': ['src/server/passwords/own-password.test.ts'],
  'src/server/passwords/choose-password.ts': [
    'src/server/passwords/reset-password.test.ts',
    'src/server/passwords/create-password.test.ts',
  ],
  'src/server/runtime/sealed.ts': ['src/server/runtime/sealed.test.ts'],
  'src/server/two-factor/totp-code.ts': ['src/server/two-factor/totp-code.test.ts'],
  'src/server/two-factor/two-factor-code.ts': [
    'src/server/sign-in/two-factor-sign-in.test.ts',
    'src/server/two-factor/totp-setup.test.ts',
  ],
  'src/server/admin/confirm-admin.ts': ['tests/admin-writes.test.ts', 'src/server/admin/switch.test.ts'],
  'src/server/admin-link/check-admin-link.ts': [
    'src/server/admin-link/create-admin.test.ts',
    'src/server/admin-link/renew-admin-password.test.ts',
  ],
  'src/server/watching/watching-right.ts': [
    'src/server/watching/open-playback.test.ts',
    'src/server/watching/remembered-watchers.test.ts',
  ],
  'src/server/watching/films/open-streams.ts': ['src/server/watching/films/open-streams.test.ts'],
  'src/server/billing/charging/settle-attempt.ts': [
    'src/server/billing/charging/settled-answers.test.ts',
    'src/server/billing/charging/settle-attempt.test.ts',
  ],
  'src/server/subscriptions/run-due-subscriptions.ts': [
    'src/server/subscriptions/run-due-subscriptions.test.ts',
  ],
  'src/server/registration/register.ts': [
    'src/server/registration/register.test.ts',
    'src/server/registration/register-limits.test.ts',
    'src/server/registration/registration-story.test.ts',
    'src/server/registration/first-subscription.test.ts',
  ],
  'src/server/team/save-users.ts': [
    'src/server/team/save-users.test.ts',
    'src/server/team/saved-meanwhile.test.ts',
    'src/server/team/mail-new-user.test.ts',
    'src/server/team/price-change.test.ts',
  ],
  'src/server/own-data/own-data-upkeep.ts': ['src/server/own-data/purge.test.ts'],
}
