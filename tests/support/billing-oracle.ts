import { type Cut, firstDay, graceDays, type Life, type Mood, type Move, zone } from './billing-life.ts'

/**
 * The same ten years as computed by the billing domain, implemented again in another style: one pass over the days with
 * mutable variables, its own calendar and its own arithmetic. It shares no code with the product, so that a rule must
 * be wrong twice in the same way to go undetected. For each day at noon: cents kept, cents of credit, users that may
 * watch, and the tax in all documents up to then.
 */
export function billedByHand(life: Life, report?: (day: number, kept: HandReport) => void): Int32Array {
  const told = new Int32Array(life.days * 4)
  const month: Record<number, bigint> = { 1: 100n, 3: 91n, 12: 83n }

  let phase = 'none' as 'none' | 'trial' | 'granted' | 'paid' | 'over'
  let leaving = false
  let until = 0
  let seats = 1
  let included = 0
  let includedUntil = 0
  let coupon = false
  let card = false
  let months = 0
  let thenMonths = 0
  let anchor = 0
  let elapsed = 0
  let gift = 0
  // when a rest after the paid time ends; 0: none
  let restsTo = 0
  let paidFrom = 0
  let paidTo = 0
  let term = 0
  // of the plan chosen, then of the running period
  let cut: NamedCut | undefined
  // of one user and month: of the running period, and as announced
  let base = 733
  let news: { base: number; from: number; mailed: number; agreed: boolean; ends: boolean } | undefined
  let credit = 0
  let given = 0
  let kept = 0
  let paid: Receipt[] = []
  // of periods replaced by the running one on their first day
  let cutShort: Receipt[] = []
  let debt: Debt | undefined
  let people = 1
  let rate = 0
  let declared = 0
  let sold = 0
  let returned = 0
  let seen = phase
  let started = false
  let trialsEnded = 0
  let trialsPaid = 0
  let today = 0
  // the code redeemed last, all that take money off, and those that had a first bill
  let code: string | undefined
  const usedCodes = new Set<string>()
  const billedCodes = new Set<string>()
  const brought: HandReport['brought'][number][] = []
  const coming: HandReport['coming'][number][] = []

  for (let day = 0; day < life.days; day++) {
    const mood = life.moods[day] ?? 'good'
    today = day
    people = life.people[day] as number
    rate = life.rates[day] as number
    watchTheClock(dayStarts[day] as number, mood)
    notePhase()
    const noon = noonOf(day)
    watchTheClock(noon, mood)
    notePhase()
    if (day === 0 && !life.hadTrial) {
      phase = 'trial'
      until = dayStarts[15] as number
    }
    const move = life.moves.get(day)
    notePhase()
    if (move) act(move, noon, mood)
    notePhase()
    told[day * 4] = kept
    told[day * 4 + 1] = credit
    told[day * 4 + 3] = declared
    const honoured = phase === 'paid' && !leaving ? until + graceDays * dayLength : until
    const honouredTo = restsTo && !leaving ? restsTo + graceDays * dayLength : honoured
    const runs =
      phase !== 'none' && phase !== 'over' && noon < honouredTo && !(noon >= until && noon < restsTo)
    told[day * 4 + 2] = !runs ? 0 : phase === 'paid' && noon >= includedUntil ? seats - included : seats
    report?.(day, {
      sold,
      declared,
      returned,
      started,
      trialsEnded,
      trialsPaid,
      brought,
      coming,
      isOwing: debt !== undefined,
      putOff: restsTo > 0 ? { at: until, kind: 'paused', net: nextPrice() } : undefined,
      ...worth(),
    })
  }
  return told

  /** A trial or a grant lasts until its first charge is paid or given up. */
  function reported() {
    return debt?.unpaidAfter ?? phase
  }

  function notePhase() {
    const now = reported()
    if (now === seen) return
    if (seen === 'trial') trialsEnded += 1
    if (seen === 'trial' && now === 'paid') trialsPaid += 1
    if (now === 'paid') started = true
    seen = now
  }

  /** What a month of it costs, and for how many. */
  function worth() {
    if (reported() !== 'paid') return { paying: false, seats: 0, monthly: 0 }
    let level = 0
    for (const receipt of paid) level += receipt.level
    return { paying: true, seats: seats - included, monthly: halfUp(BigInt(level), BigInt(months)) }
  }

  function watchTheClock(now: number, mood: Mood) {
    if (phase === 'paid' && included > 0 && now >= includedUntil) dropIncluded()
    if (debt) {
      const tries = [1, 3, 5, 7].map((days) => (debt as Debt).first + days * dayLength)
      const next = tries.find((at) => at > (debt as Debt).last)
      if (debt.state === 'soft' && next !== undefined && next <= now) tryDebt(debt, now, mood)
      if (debt && now >= until + graceDays * dayLength) finish(now)
    } else if (phase !== 'none' && phase !== 'over' && now >= Math.max(until, restsTo)) comeToUntil(now, mood)
  }

  function comeToUntil(now: number, mood: Mood) {
    if (restsTo > 0) rested()
    const answer = answered()
    const goesOn = !leaving && (phase === 'paid' ? answer !== 'ends' : thenMonths > 0 && card)
    if (!goesOn) {
      const kind = phase === 'paid' ? 'cancelled' : phase === 'granted' ? 'granted' : 'trial'
      coming.push({ at: until, kind, net: phase === 'paid' ? nextPrice() : 0 })
      return finish(now)
    }
    let users = Math.min(seats - included, Math.max(people, 1))
    if (phase === 'granted') {
      users = people
      seats = users
      included = 0
      includedUntil = 0
      coupon = false
    }
    if (elapsed === 0 || paidTo !== until) {
      anchor = dayOf(until)
      elapsed = 0
      gift = 0
    }
    const length = thenMonths || months
    // a new interval was agreed, so its first term begins
    const ordered = phase === 'paid' && length !== months
    const next = cutFor(phase === 'paid' ? cutAfter(cut) : cut, length)
    const unpaidAfter = phase === 'trial' || phase === 'granted' ? phase : undefined
    phase = 'paid'
    const nextBase = baseAfter()
    if (answer) news = undefined
    const { net, gross, card: charged } = due(price(users, length, next, nextBase))
    coming.push({ at: until, kind: 'renewed', net })
    debt = {
      net,
      gross,
      charged,
      rate,
      users,
      length,
      term: ordered ? 1 : term + 1,
      unpaidAfter,
      cut: next,
      base: nextBase,
      first: 0,
      last: 0,
      state: 'soft',
    }
    tryDebt(debt, now, mood)
  }

  /** Of the period after the paid one. */
  function nextPrice(): number {
    const length = thenMonths || months
    return price(
      Math.min(seats - included, Math.max(people, 1)),
      length,
      cutFor(cutAfter(cut), length),
      baseAfter(),
    )
  }

  /** What the end of the paid time does because of an announced price; nothing where it comes before the notice is over. */
  function answered() {
    if (phase !== 'paid' || !news?.mailed) return undefined
    const end = Math.max(until, restsTo)
    if (end < news.from || end < news.mailed + 42 * dayLength) return undefined
    return news.agreed ? 'agreed' : news.ends ? 'ends' : 'kept'
  }

  function baseAfter() {
    return news && answered() === 'agreed' ? news.base : base
  }

  /** A price is announced to, and agreed by, who pays and goes on. */
  function isPaying(now: number) {
    return phase === 'paid' && !leaving && !debt && now < Math.max(until, restsTo)
  }

  /** The rest is over: the next period counts from here, by the day of the month that it always had. */
  function rested() {
    const whole = [1, 2, 3].find((length) => restEnd(length) === restsTo)
    if (!isMonthly()) {
      anchor = dayOf(until)
      elapsed = 0
      gift = 0
    }
    if (whole) elapsed += whole
    else {
      anchor = dayOf(restsTo)
      elapsed = 0
      gift = 0
    }
    until = restsTo
    paidTo = restsTo
    restsTo = 0
  }

  /** Neither given days nor a notice have moved the end of the paid time. */
  function isMonthly(): boolean {
    return gift === 0 && paidTo === until
  }

  function restEnd(length: number): number {
    return startOf(isMonthly() ? monthsAfter(anchor, elapsed + length) : monthsAfter(dayOf(until), length))
  }

  function rest(length: number, now: number) {
    if (phase !== 'paid' || leaving || debt || now >= until || restsTo > 0) return
    if (includedUntil > until) return
    restsTo = restEnd(length)
  }

  function wake(now: number) {
    if (restsTo === 0 || now >= restsTo) return
    const today = startOf(dayOf(now))
    if (today > until) {
      restsTo = today
      return
    }
    restsTo = 0
  }

  function tryDebt(open: Debt, now: number, mood: Mood) {
    if (open.charged === 0 || mood === 'good') return payDebt(open, now)
    open.state = mood
    if (mood === 'sca') return
    if (open.first === 0) open.first = now
    open.last = now
  }

  function payDebt(open: Debt, now: number) {
    begin(open, now)
    debt = undefined
  }

  /** Begins a paid period at the cycle's position (`anchor`, `elapsed`). */
  function begin(open: Omit<Debt, 'first' | 'last' | 'state' | 'unpaidAfter'>, now: number) {
    paidFrom = startOf(monthsAfter(anchor, elapsed) + gift)
    elapsed += open.length
    paidTo = startOf(monthsAfter(anchor, elapsed) + gift)
    until = paidTo
    months = open.length
    thenMonths = 0
    term = open.term
    cut = open.cut
    base = open.base
    phase = 'paid'
    if (now >= includedUntil) {
      included = 0
      coupon = false
    }
    seats = open.users + included
    restsTo = 0
    given = 0
    paid = []
    cutShort = []
    if (open.cut && !usedCodes.has(open.cut.code)) {
      code = open.cut.code
      usedCodes.add(code)
    }
    pay(open, now, { level: open.net, seats: false, before: 0, after: 0 })
  }

  /** The full price is invoiced; the card pays its charge, the balance the difference. */
  function pay(
    bought: { net: number; gross: number; charged: number; rate: number },
    at: number,
    rest: { level: number; seats: boolean; before: number; after: number },
  ) {
    credit -= bought.gross - bought.charged
    kept += bought.charged
    declared += bought.gross - bought.net
    sold += bought.net
    const isFirst = code !== undefined && !billedCodes.has(code)
    if (code !== undefined) {
      billedCodes.add(code)
      brought.push({ day: today, code, isFirst, net: bought.net, customers: isFirst ? 1 : 0 })
    }
    paid.push({ ...bought, ...rest, at, given, code, isFirst, off: 0, offTax: 0, back: 0, undone: false })
  }

  function act(move: Move, now: number, mood: Mood) {
    const off =
      move.type === 'subscribe' && move.off ? { ...move.off, code: JSON.stringify(move.off) } : undefined
    const present = mood === 'good' || mood === 'sca'
    const running = (phase === 'trial' || phase === 'granted' || phase === 'paid') && now < until
    switch (move.type) {
      case 'subscribe':
        if (phase === 'paid' && !leaving) {
          // subscribing pays the debt, and the customer is present for the bank's question
          if (debt?.length === move.months) tryDebt(debt, now, mood === 'sca' ? 'good' : mood)
          else if (!debt && move.atOnce) lengthen(move.months, now, present)
          else if (!debt && answered() !== 'ends') thenMonths = move.months === months ? 0 : move.months
        } else if (running) {
          // only a paid, continuing period can be replaced
          if (move.atOnce) return
          card = true
          thenMonths = phase === 'paid' && move.months === months ? 0 : move.months
          if (phase !== 'paid') cut = off
          if (leaving) takeUpAgain(now)
        } else {
          card = true
          start(people, move.months, off, now, present)
        }
        return
      case 'users':
        return changeUsers(move.users, now, present)
      case 'coupon':
        return redeem(move, now, running)
      case 'cancel':
        return cancel(now)
      case 'goodwill':
        return giveSome(move)
      case 'announce':
        if (isPaying(now) && !news && move.base !== base)
          news = {
            base: move.base,
            from: now + Math.max(move.days, 43) * dayLength,
            mailed: 0,
            agreed: false,
            ends: move.ends,
          }
        return
      case 'price-mail':
        if (news && !news.mailed) news.mailed = now
        return
      case 'agree':
        if (news && isPaying(now)) news.agreed = true
        return
      case 'stop-price':
        news = undefined
        return
      case 'free':
        return giveFree(move.days, running)
      case 'pause':
        return rest(move.months, now)
      case 'end-pause':
        return wake(now)
      case 'resume':
        if (leaving && running) takeUpAgain(now)
        return
      case 'refund':
        return refund(now)
      case 'card':
        if (phase === 'none' || phase === 'over') return
        card = true
        if (debt) tryDebt(debt, now, mood)
        return
      case 'confirm':
        if (debt?.state === 'sca') payDebt(debt, now)
    }
  }

  /** A part of one invoice goes back, to the card or the balance; nothing else changes. */
  function giveSome({ of, cents, toCard }: { of: number; cents: number; toCard: boolean }) {
    const receipt = paid[of % Math.max(paid.length, 1)]
    if (!receipt) return
    const money = receipt.charged - receipt.back
    const invoiced = taxed(receipt, receipt.net - receipt.off).gross
    const sum = Math.min(cents, invoiced, toCard ? money : cents)
    if (sum <= 0) return
    const closes = toCard && sum === money && receipt.charged >= receipt.gross
    const onBalance =
      strike(receipt, closes ? receipt.net - receipt.off : netWithin(receipt, sum)) - (toCard ? sum : 0)
    credit += onBalance
    given += onBalance
    if (!toCard) return
    receipt.back += sum
    kept -= sum
    returned += sum
  }

  /** Free days: the end moves by whole days, and whatever is charged next with it. */
  function giveFree(days: number, running: boolean) {
    if (!running || leaving || debt || restsTo > 0) return
    if (phase === 'granted') {
      until += days * dayLength
      includedUntil = until
      return
    }
    until = startOf(dayOf(until) + days)
    if (phase !== 'paid') return
    gift += days
    paidTo = startOf(dayOf(paidTo) + days)
  }

  function takeUpAgain(now: number) {
    leaving = false
    const stay = Math.max(people, 1)
    const before = seats - included
    if (stay >= before) return
    seats = stay + included
    if (phase !== 'paid') return
    const less = -dearer(before, stay)
    if (less > 0) lower(less, share(less, now, until))
  }

  function start(users: number, length: number, off: NamedCut | undefined, now: number, present: boolean) {
    const first = cutFor(off, length)
    const { net, gross, card: charged } = due(price(users, length, first))
    if (charged > 0 && !present) return
    anchor = dayOf(now)
    elapsed = 0
    gift = 0
    leaving = false
    begin({ net, gross, charged, rate, users, length, term: 1, cut: first, base }, now)
  }

  /** Ends the running period with yesterday, credits the rest of it, and begins a longer one today. */
  function lengthen(length: number, now: number, present: boolean) {
    if (length <= months) return
    const users = Math.min(seats - included, Math.max(people, 1))
    const today = dayOf(now)
    const next = cutFor(cutAfter(cut), length)
    const level = price(seats - included, months, cut)
    const unused = share(level, startOf(today), until)
    const before = credit
    for (const [receipt, , part] of newestFirst(level, unused)) credit += taxed(receipt, part).gross
    const { net, gross, card: charged } = due(price(users, length, next))
    credit = before
    if (charged > 0 && !present) return
    lower(level, unused)
    anchor = today
    elapsed = 0
    gift = 0
    const replaced = [...cutShort, ...paid]
    begin({ net, gross, charged, rate, users, length, term: 1, cut: next, base }, now)
    cutShort = replaced
  }

  function changeUsers(wanted: number, now: number, present: boolean) {
    if (phase === 'trial') {
      if ((card || wanted <= seats) && wanted <= 60) seats = wanted
      return
    }
    if (phase === 'granted') {
      const more = wanted - included
      if (more > 0 && more <= 60 && card && thenMonths > 0) start(more, thenMonths, cut, now, present)
      return
    }
    if (phase !== 'paid' || debt) return
    const before = seats - included
    const after = Math.max(wanted - included, 1)
    if (after === before || (after > before && after > 60)) return
    const more = dearer(before, after)
    const cost = share(more, now, until)
    if (cost <= 0) {
      seats = after + included
      if (more < 0) lower(-more, -cost)
      return
    }
    const { net, gross, card: charged } = due(cost)
    if (charged > 0 && !present) return
    seats = after + included
    pay({ net, gross, charged, rate }, now, { level: more, seats: true, before, after })
  }

  /** Raises the price per period by the full difference, or lowers it by the part paid. */
  function dearer(before: number, after: number): number {
    const now = price(after, months, cut)
    const step = now - price(before, months, cut)
    if (step > 0) return step
    let covered = 0
    for (const receipt of paid) covered += receipt.level
    return covered <= now ? 0 : Math.max(step, now - covered)
  }

  /** Credits a lower price per period: the latest purchases are returned first, each part at its original tax rate. */
  function lower(level: number, net: number) {
    for (const [receipt, part, share] of newestFirst(level, net)) {
      receipt.level -= part
      const gross = strike(receipt, share)
      credit += gross
      given += gross
    }
  }

  function newestFirst(level: number, net: number): [Receipt, number, number][] {
    const parts: [Receipt, number, number][] = []
    let told = 0
    let levels = 0
    for (const receipt of [...paid].reverse()) {
      const part = Math.min(receipt.level, level - levels)
      levels += part
      const upToHere =
        level === 0
          ? 0
          : Math.sign(level) *
            halfUp(BigInt(net) * BigInt(levels) * BigInt(Math.sign(level)), BigInt(Math.abs(level)))
      parts.push([receipt, part, upToHere - told])
      told = upToHere
    }
    return parts
  }

  /** Credits a part of an invoice; returns it with its tax. */
  function strike(receipt: Receipt, net: number): number {
    const { part, gross } = taxed(receipt, net)
    receipt.off += part
    receipt.offTax += gross - part
    declared -= gross - part
    sold -= part
    if (receipt.code !== undefined && part > 0)
      brought.push({ day: today, code: receipt.code, isFirst: receipt.isFirst, net: -part, customers: 0 })
    return gross
  }

  /** The amount of a part of an invoice with its tax, at most the rest of it; the last part has the rest of the tax. */
  function taxed(receipt: Receipt, net: number) {
    const left = receipt.net - receipt.off
    const part = Math.max(Math.min(net, left), 0)
    const taxLeft = tax(receipt.net, receipt.rate) - receipt.offTax
    const own = part === left ? taxLeft : Math.min(tax(part, receipt.rate), taxLeft)
    return { part, gross: part === 0 ? 0 : part + own }
  }

  /**
   * Credits a part of an invoice in two: the part that the card has paid, and the rest. Returns both, with their tax.
   */
  function strikeInTwo(receipt: Receipt, gross: number, money: number): number {
    const first = strike(receipt, netWithin(receipt, money))
    return first + strike(receipt, netWithin(receipt, gross - first))
  }

  /** The largest part of an invoice that is with its tax no more than a sum; all of the rest only where that is the sum. */
  function netWithin(receipt: Receipt, sum: number): number {
    const left = receipt.net - receipt.off
    if (sum >= taxed(receipt, left).gross) return left
    let net = 0
    while (net + 1 < left && net + 1 + tax(net + 1, receipt.rate) <= sum) net++
    return net
  }

  function redeem(move: { users: number; months: number }, now: number, running: boolean) {
    const grantRuns = now < includedUntil
    if ((coupon && grantRuns) || restsTo > now) return
    const tried = phase === 'trial' && running
    const end = sameTimeMonthsAfter(tried ? until : now, move.months)
    const users = Math.max(move.users, tried ? seats : grantRuns ? included : 0)
    if (phase === 'paid') {
      seats = seats - included + users
      includedUntil = grantRuns ? Math.max(end, includedUntil) : end
    } else {
      until = running ? Math.max(end, until) : end
      includedUntil = until
      if (leaving) thenMonths = 0
      leaving = false
      phase = 'granted'
      seats = users
    }
    included = users
    coupon = true
    code = 'COUPON'
  }

  function cancel(now: number) {
    if (phase === 'trial') leaving = true
    if (phase === 'granted') thenMonths = 0
    if (phase !== 'paid' || leaving) return
    if (debt) return finish(now)
    restsTo = 0
    if (now >= until) return finish(now)
    leaving = true
    thenMonths = 0
    const notice = startOf(monthsAfter(dayOf(now), 1))
    if (!life.consumer || term < 2 || until <= notice) return
    const level = price(seats - included, months, cut)
    const owed = share(level, notice, until)
    until = notice
    for (const [receipt, , part] of newestFirst(level, owed)) {
      const whole = taxed(receipt, part)
      const money = Math.min(whole.gross, receipt.charged - receipt.back)
      const split = money < whole.gross && receipt.charged < receipt.gross
      const gross = split ? strikeInTwo(receipt, whole.gross, money) : strike(receipt, part)
      receipt.back += money
      kept -= money
      returned += money
      credit += gross - money
      given += gross - money
    }
  }

  function refund(now: number) {
    const [first] = paid
    const last = paid.at(-1)
    if (phase !== 'paid' || debt || !first || !last) return
    if (now < first.at + 7 * dayLength && !(first.back > 0 && first.back >= first.charged)) {
      for (const receipt of cutShort) if (now - receipt.at < 7 * dayLength) undo(receipt)
      for (const receipt of paid) undo(receipt)
      return finish(now)
    }
    const untouched = paid.every((receipt) => !receipt.seats || (receipt.back === 0 && !receipt.undone))
    const there = last.seats && seats - included === last.after && last.given === given
    if (!untouched || !there || now >= last.at + 7 * dayLength) return
    undo(last)
    last.undone = true
    last.level = 0
    seats = last.before + included
  }

  /** Refunds all money; the balance's net contribution is restored. */
  function undo(receipt: Receipt) {
    const money = receipt.charged - receipt.back
    credit += strike(receipt, receipt.net) - money
    kept -= money
    returned += money
    receipt.back = receipt.charged
  }

  function finish(now: number) {
    const rest = phase === 'paid' && included > 0 && now < includedUntil
    phase = rest ? 'granted' : 'over'
    if (rest) {
      until = includedUntil
      seats = included
    } else {
      included = 0
      includedUntil = 0
      coupon = false
    }
    leaving = false
    thenMonths = 0
    cut = undefined
    base = 733
    news = undefined
    elapsed = 0
    gift = 0
    restsTo = 0
    term = 0
    given = 0
    paid = []
    cutShort = []
    debt = undefined
  }

  function dropIncluded() {
    seats -= included
    included = 0
    includedUntil = 0
    coupon = false
  }

  function price(users: number, length: number, off: Cut | undefined, of = base): number {
    const tier = users < 5 ? 100n : users < 15 ? 93n : users < 50 ? 81n : 67n
    const list = halfUp(
      BigInt(of) * BigInt(users) * tier * (month[length] as bigint) * BigInt(length),
      10_000n,
    )
    if (!off) return list
    const less = list - off.cents
    const lower = off.percent > 0 ? halfUp(BigInt(list) * BigInt(100 - off.percent), 100n) : less
    return lower >= 50 ? lower : 0
  }

  /** A coupon for one interval ends with the first period of another. */
  function cutFor(off: NamedCut | undefined, length: number): NamedCut | undefined {
    return off && (off.months ?? length) === length ? off : undefined
  }

  /** Each paid period counts. */
  function cutAfter(off: NamedCut | undefined): NamedCut | undefined {
    if (!off || off.periods === null) return off
    return off.periods === 1 ? undefined : { ...off, periods: off.periods - 1 }
  }

  function due(cost: number) {
    const gross = cost + tax(cost, rate)
    const left = Math.max(gross - credit, 0)
    return { net: cost, gross, card: left < 50 ? 0 : left }
  }

  function tax(net: number, basisPoints: number): number {
    return halfUp(BigInt(net) * BigInt(basisPoints), 10_000n)
  }

  /** The share of the paid period between two moments, summed day by day. */
  function share(cents: number, from: number, to: number): number {
    let milliseconds = 0
    for (let day = dayOf(from); startOf(day) < to; day++)
      milliseconds += Math.min(startOf(day + 1), to) - Math.max(startOf(day), from)
    const size = halfUp(BigInt(Math.abs(cents)) * BigInt(milliseconds), BigInt(paidTo - paidFrom))
    return cents < 0 ? -size : size
  }
}

/** Sums since the first day: net sales, their tax, cents returned to the card; and what is paid on this day, net. */
export type HandReport = {
  readonly sold: number
  readonly declared: number
  readonly returned: number
  readonly paying: boolean
  /** It was paid at some time, and how many of its trials ended, or ended with a payment, up to this day. */
  readonly started: boolean
  readonly trialsEnded: number
  readonly trialsPaid: number
  readonly seats: number
  readonly monthly: number
  /** Net parts of all invoices under a coupon up to this day, less what was credited of them. */
  readonly brought: readonly {
    readonly day: number
    readonly code: string
    readonly isFirst: boolean
    readonly net: number
    readonly customers: number
  }[]
  /** All ends of paid, tried or granted times up to this day, and what the next period cost or would have cost. */
  readonly coming: readonly HandComing[]
  /** The period that a rest puts off. */
  readonly putOff: HandComing | undefined
  /** A renewal is unpaid. */
  readonly isOwing: boolean
}

export type HandComing = { readonly at: number; readonly kind: string; readonly net: number }

type NamedCut = Cut & { readonly code: string }

type Receipt = {
  code: string | undefined
  isFirst: boolean
  net: number
  gross: number
  charged: number
  rate: number
  level: number
  off: number
  offTax: number
  at: number
  seats: boolean
  before: number
  after: number
  given: number
  back: number
  undone: boolean
}
type Debt = {
  net: number
  gross: number
  charged: number
  rate: number
  users: number
  length: number
  term: number
  /** What a first paid period follows. */
  unpaidAfter: 'trial' | 'granted' | undefined
  cut: NamedCut | undefined
  base: number
  first: number
  last: number
  state: Mood
}

const clock = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })
const dayLength = 86_400_000
const zero = Date.parse(`${firstDay}T00:00:00Z`)

/** When each local day begins, from the first day on, found with the clock of `Intl`. */
const dayStarts = Array.from({ length: 5200 }, (_, day) => {
  const midnight = zero + day * dayLength
  return midnight - hoursAhead(midnight - 2 * 3_600_000) * 3_600_000
})

const noons = dayStarts.map((_, day) => {
  const noon = zero + day * dayLength + 12 * 3_600_000
  return noon - hoursAhead(noon) * 3_600_000
})

/** Noon of a day by the clock on the wall. */
export function noonOf(day: number): number {
  return noons[day] as number
}

export function startOf(day: number): number {
  return dayStarts[day] as number
}

function hoursAhead(moment: number): number {
  const hour = Number(clock.format(moment))
  return (hour - new Date(moment).getUTCHours() + 24) % 24
}

function dayOf(moment: number): number {
  let day = Math.floor((moment - zero) / dayLength)
  while (startOf(day + 1) <= moment) day++
  return day
}

/** The number of the day so many months after a day, or of the last of a shorter month. */
function monthsAfter(day: number, months: number): number {
  const date = new Date(zero + day * dayLength)
  return Math.round((clamped(date, months) - zero) / dayLength)
}

function sameTimeMonthsAfter(moment: number, months: number): number {
  return clamped(new Date(moment), months) + (moment % dayLength)
}

/** Midnight in UTC. */
function clamped(date: Date, months: number): number {
  const year = date.getUTCFullYear()
  const last = new Date(Date.UTC(year, date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return Date.UTC(year, date.getUTCMonth() + months, Math.min(date.getUTCDate(), last))
}

function halfUp(numerator: bigint, denominator: bigint): number {
  const whole = numerator / denominator
  return Number((numerator % denominator) * 2n >= denominator ? whole + 1n : whole)
}
