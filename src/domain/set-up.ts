/** The steps of a new site, in the order in which an operator takes them; `purchase`: a test purchase, before it opens. */
export const setUpSteps = [
  'look',
  'seller',
  'texts',
  'mail',
  'payment',
  'film',
  'prices',
  'purchase',
] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** `wrong`: something was given, and does not work or is not complete. */
export type StepState = 'done' | 'missing' | 'wrong'

/** Steps without which a site is not opened: the law asks for seller and texts, and nobody can register without mails. */
export const neededToOpen: readonly SetUpStep[] = ['seller', 'texts', 'mail']

/** Returns the needed steps that are not done. */
export function leftToDo(states: Readonly<Record<SetUpStep, StepState>>): readonly SetUpStep[] {
  return neededToOpen.filter((step) => states[step] !== 'done')
}

/**
 * How the seller is taxed: with German VAT, as a small business without VAT (§ 19 UStG), or with the rates of the
 * seller's and the customers' countries.
 */
export const taxations = ['germany', 'small-business', 'countries'] as const
export type Taxation = (typeof taxations)[number]

/** How a mail server is reached: by TLS from the first byte, by STARTTLS, or openly, on this machine alone. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const
export type MailSecurity = (typeof mailSecurities)[number]
