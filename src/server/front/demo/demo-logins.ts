import { adminAccountId } from '#server/identity/sessions/admin-account.ts'

/** A person in the demo's initial data. Passwords are public: the demo listens on loopback addresses only. */
type DemoPerson = {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly userRole: 'owner' | 'manager' | 'user'
  /** Their role on `/demo`; absent for mere team members. */
  readonly part?: 'admin' | 'owner' | 'viewer' | 'expired'
}

export type DemoAccount = {
  readonly id: string
  readonly name: string
  readonly people: readonly DemoPerson[]
  /** Whole days from the demo's first start; negative for an expired one. */
  readonly subscription?: {
    readonly status: 'prepaid' | 'trial'
    readonly endsInDays: number
    readonly licenses: number
  }
}

/** The demo's accounts: the admin, a team with a running subscription, and an expired trial. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    id: adminAccountId,
    name: 'Robin Sample',
    people: [person(1, 'Robin Sample', 'admin', 'owner', 'admin')],
  },
  {
    id: '00000000-0000-4000-8000-000000000002',
    name: 'Brightwater Software',
    people: [
      person(2, 'Olivia Owens', 'owner', 'owner', 'owner'),
      person(3, 'Victor Vale', 'viewer', 'user', 'viewer'),
      person(4, 'Mira Manning', 'manager', 'manager'),
    ],
    subscription: { status: 'prepaid', endsInDays: 180, licenses: 10 },
  },
  {
    id: '00000000-0000-4000-8000-000000000003',
    name: 'Eddie Exeter',
    people: [person(5, 'Eddie Exeter', 'expired', 'owner', 'expired')],
    subscription: { status: 'trial', endsInDays: -3, licenses: 1 },
  },
]

/** A coupon for trying the registration: two licences for a month. */
export const demoCoupon = {
  code: 'WELCOME-2026',
  associate: 'demo',
  licenseCount: 2,
  interval: { value: 1, unit: 'm' },
  maxUses: 100,
} as const

/** The demo's vouchers, at the prices of the subscription. */
export const demoVouchers = [
  {
    id: '00000000-0000-4000-a000-000000000001',
    name: 'A month of learning',
    description: 'For somebody who wants to have a look at everything.',
    netCents: 1000,
    licenseCount: 1,
    interval: { value: 1, unit: 'm' },
  },
  {
    id: '00000000-0000-4000-a000-000000000002',
    name: 'A season of learning',
    description: 'Time enough for a whole series, at an easy pace.',
    netCents: 2700,
    licenseCount: 1,
    interval: { value: 3, unit: 'm' },
  },
  {
    id: '00000000-0000-4000-a000-000000000003',
    name: 'A year of learning',
    description: 'The whole library for a year, and whatever is added to it.',
    netCents: 9600,
    licenseCount: 1,
    interval: { value: 1, unit: 'y' },
  },
  {
    id: '00000000-0000-4000-a000-000000000004',
    name: 'A year for the team',
    description: 'Five colleagues learn for a year. They are added on the page Manage Users.',
    netCents: 43_200,
    licenseCount: 5,
    interval: { value: 1, unit: 'y' },
  },
] as const

function person(
  number: number,
  name: string,
  word: string,
  userRole: DemoPerson['userRole'],
  part?: DemoPerson['part'],
): DemoPerson {
  return {
    userId: `00000000-0000-4000-9000-00000000000${number}`,
    name,
    email: `${word}@lectern.example`,
    password: `demo-${word}-1`,
    userRole,
    ...(part && { part }),
  }
}
