import type { Generated } from 'kysely'

/** Tables of sign-in credentials and sessions. */
export type CredentialTables = {
  session: SessionTable
  contact_move: ContactMoveTable
  user_totp: TotpTable
  recovery_code: RecoveryCodeTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  known_browser: KnownBrowserTable
  code_host_identity: CodeHostIdentityTable
  code_host_attempt: CodeHostAttemptTable
  code_host_arrival: CodeHostArrivalTable
  company_sign_in: CompanySignInTable
  company_identity: CompanyIdentityTable
  company_attempt: CompanyAttemptTable
  company_session: CompanySessionTable
}

type TotpTable = {
  user_id: string
  secret: Buffer
  confirmed_at: Date | null
  last_step: Generated<number>
  created_at: Date
}

type RecoveryCodeTable = { code_hash: Buffer; user_id: string; created_at: Date; used_at: Date | null }

type PasskeyTable = {
  id: string
  credential_id: string
  user_id: string
  name: string
  public_key: Buffer
  counter: number
  transports: string[]
  created_at: Date
  last_used_at: Date | null
}

type PasskeyChallengeTable = {
  challenge: string
  purpose: 'add' | 'sign-in'
  browser_hash: Buffer
  user_id: string | null
  expires_at: Date
}

type KnownBrowserTable = { user_id: string; browser_hash: Buffer; first_seen_at: Date; last_seen_at: Date }

type CodeHostIdentityTable = { subject: string; user_id: string; login: string; created_at: Date }

type CodeHostAttemptTable = {
  state_hash: Buffer
  browser_hash: Buffer
  code_verifier: string
  next_path: string | null
  expires_at: Date
}

type CodeHostArrivalTable = {
  browser_hash: Buffer
  subject: string
  login: string
  name: string
  email: string
  avatar_url: string | null
  expires_at: Date
}

type ContactMoveTable = {
  id: string
  user_id: string
  contact_id: string | null
  email: string
  email_key: string
  former_email: string | null
  former_key: string | null
  proof_hash: Buffer
  objection_hash: Buffer | null
  created_at: Date
  proven_at: Date | null
  objected_at: Date | null
}

type CompanySignInTable = {
  id: string
  account_id: string
  domain: string
  dns_token: string
  proven_at: Date | null
  looked_up_at: Date | null
  issuer: string | null
  client_id: string | null
  client_secret: Buffer | null
  tried_at: Date | null
  is_only: Generated<boolean>
  created_at: Date
}

type CompanyIdentityTable = {
  account_id: string
  issuer: string
  subject: string
  user_id: string
  created_at: Date
}

type CompanyAttemptTable = {
  state_hash: Buffer
  company_id: string
  browser_hash: Buffer
  nonce: string
  code_verifier: string
  next_path: string | null
  is_trial: boolean
  expires_at: Date
}

type CompanySessionTable = {
  token_hash: Buffer
  company_id: string
  issuer: string
  subject: string
  sid: string | null
  refresh_token: Buffer | null
  refresh_at: Date | null
}

type SessionTable = {
  token_hash: Buffer
  user_id: string
  kind: 'full' | 'two-factor-pending' | 'password-change'
  stay_signed_in: boolean
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  id: Generated<string>
  network: string | null
  failures: Generated<number>
  must_change_password: Generated<boolean>
  /** In a session of the admin in this user's account: the hash of the admin's own session. */
  switched_from: Buffer | null
  confirmed_at: Date | null
  /** Where set, the session ends then, however much it is used. */
  ends_by: Date | null
}
