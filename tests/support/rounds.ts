/** Whether the long form runs: all that a commit (`SHORT=1`) leaves to `npm run prove`. */
export const inLongForm = process.env.SHORT !== '1'

/**
 * Number of rounds of randomised tests. A commit runs enough to find new mistakes; `npm run prove` runs enough for rare
 * ones, by these variables.
 */
export const rounds = {
  /** Stories of a subscription against the books of the domain. */
  ledgerStories: fromEnvironment('LEDGER_STORIES', inLongForm ? 2_000 : 700),
  /** Lives of ten years against an independent oracle. */
  billingLives: fromEnvironment('BILLING_LIVES', 100),
  /** Lives of 400 days whose reports are compared with what the same oracle says of each day. */
  moneyLives: fromEnvironment('MONEY_LIVES', 15),
  /** Lives of accounts at a whole site against the books of its payment provider. */
  accountLives: fromEnvironment('ACCOUNT_LIVES', 10),
  /** Requests that are made up from the contract's schemas. */
  fuzzedRequests: fromEnvironment('FUZZED_REQUESTS', inLongForm ? 400 : 150),
  /** Orders in which the messages of one payment arrive, of the 24 there are. */
  messageOrders: fromEnvironment('MESSAGE_ORDERS', inLongForm ? 4 : 2),
  /** How often each thing that is done twice at once is. */
  doubleClicks: fromEnvironment('DOUBLE_CLICKS', 1),
  /**
   * Servers killed during registrations, while a team is saved, while renewals are due, and at each point of a
   * purchase, and servers stopped while busy. Each is a start, which costs more than the interrupted work.
   */
  kills: fromEnvironment('KILLS', 2),
  /** Renewals that are due while the server is killed. */
  renewals: fromEnvironment('RENEWALS', 80),
  /** Recipients of a broadcast that is sent while the server is killed. */
  broadcastMails: fromEnvironment('BROADCAST_MAILS', 120),
  /** Rows of a list of people, of which one in 25 is bad. */
  importedRows: fromEnvironment('IMPORTED_ROWS', 100),
  /** Megabytes of the file that is uploaded while connections break and servers are killed. */
  uploadMegabytes: fromEnvironment('UPLOAD_MEGABYTES', 12),
  /** 1: every form of film is made in full size and played to its end; 0: two of them, small. */
  fullFilms: fromEnvironment('FULL_FILMS', 0),
  /** Altered, foreign, expired and replayed addresses of media. */
  mediaAddresses: fromEnvironment('MEDIA_ADDRESSES', 560),
  /** Accounts of a site that moves to another database, and is killed while it does; each has ten views. */
  movedAccounts: fromEnvironment('MOVED_ACCOUNTS', 300),
  /** Media that move to S3 through its faults. */
  movedMedia: fromEnvironment('MOVED_MEDIA', 200),
  /** Jobs of workers that are killed and stopped. */
  workerJobs: fromEnvironment('WORKER_JOBS', 300),
  /** Orders at once for a tenth as many pieces. */
  stockOrders: fromEnvironment('STOCK_ORDERS', 150),
}

/** The random seed: `SEED` repeats a run. */
export const seed = fromEnvironment('SEED', Math.floor(Math.random() * 2 ** 31))

/**
 * Of a property so many examples are tried, at a commit a third of them; `PROPERTY_RUNS` is the most that are, where many
 * runs need not find the rare one.
 */
export function runs(usual: number): number {
  return Math.min(inLongForm ? usual : Math.ceil(usual / 3), most)
}

const most = fromEnvironment('PROPERTY_RUNS', 1_000_000)

function fromEnvironment(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} has to be a whole number`)
  return value
}
