import { firstDay, graceDays, type Life, type Mood, type Move, zone } from './billing-life.ts'

/**
 * The same ten years as the billing domain computes them, implemented once more in another style: one pass over the
 * days with mutable variables, its own calendar and its own arithmetic. It shares nothing with the product, so that a
 * rule has to be wrong twice in the same way to go unnoticed. For each day at noon: cents kept, cents of credit, users
 * that may watch.
 */
export function billedByHand(life: Life): Int32Array {
  const told = new Int32Array(life.days * 3)
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
  let paidFrom = 0
  let paidTo = 0
  let term = 0
  let credit = 0
  let given = 0
  let kept = 0
  let paid: Receipt[] = []
  let debt: Debt | undefined
  let people = 1

  for (let day = 0; day < life.days; day++) {
    const mood = life.moods[day] ?? 'good'
    people = life.people[day] as number
    watchTheClock(dayStarts[day] as number, mood)
    const noon = noonOf(day)
    watchTheClock(noon, mood)
    if (day === 0 && !life.hadTrial) {
      phase = 'trial'
      until = dayStarts[15] as number
    }
    const move = life.moves.get(day)
    if (move) act(move, noon, mood)
    told[day * 3] = kept
    told[day * 3 + 1] = credit
    const honoured = phase === 'paid' && !leaving ? until + graceDays * dayLength : until
    const runs = phase !== 'none' && phase !== 'over' && noon < honoured
    told[day * 3 + 2] = !runs ? 0 : phase === 'paid' && noon >= includedUntil ? seats - included : seats
  }
  return told

  function watchTheClock(now: number, mood: Mood) {
    if (phase === 'paid' && included > 0 && now >= includedUntil) dropIncluded()
    if (debt) {
      const tries = [1, 3, 5, 7].map((days) => (debt as Debt).first + days * dayLength)
      const next = tries.find((at) => at > (debt as Debt).last)
      if (debt.state === 'soft' && next !== undefined && next <= now) tryDebt(debt, now, mood)
      if (debt && now >= until + graceDays * dayLength) finish(now)
    } else if (phase !== 'none' && phase !== 'over' && now >= until) comeToUntil(now, mood)
  }

  function comeToUntil(now: number, mood: Mood) {
    const goesOn = !leaving && (phase === 'paid' || (thenMonths > 0 && card))
    if (!goesOn) return finish(now)
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
    }
    const length = thenMonths || months
    phase = 'paid'
    const { net, gross, used } = due(price(users, length))
    debt = { net, gross, used, users, length, term: term + 1, first: 0, last: 0, state: 'soft' }
    tryDebt(debt, now, mood)
  }

  function tryDebt(open: Debt, now: number, mood: Mood) {
    if (open.gross === 0 || mood === 'good') return payDebt(open, now)
    open.state = mood
    if (mood === 'sca') return
    if (open.first === 0) open.first = now
    open.last = now
  }

  function payDebt(open: Debt, now: number) {
    begin(open, now)
    debt = undefined
  }

  /** A paid period begins at the end of what `anchor` and `elapsed` say. */
  function begin(open: Omit<Debt, 'first' | 'last' | 'state'>, now: number) {
    paidFrom = startOf(monthsAfter(anchor, elapsed))
    elapsed += open.length
    paidTo = startOf(monthsAfter(anchor, elapsed))
    until = paidTo
    months = open.length
    thenMonths = 0
    term = open.term
    phase = 'paid'
    if (now >= includedUntil) {
      included = 0
      coupon = false
    }
    seats = open.users + included
    credit -= open.used
    kept += open.gross
    given = 0
    paid = [{ net: open.net, used: open.used, at: now, seats: false, before: 0, after: 0, given: 0, back: 0 }]
  }

  function act(move: Move, now: number, mood: Mood) {
    const present = mood === 'good' || mood === 'sca'
    const running = (phase === 'trial' || phase === 'granted' || phase === 'paid') && now < until
    switch (move.type) {
      case 'subscribe':
        if (phase === 'paid' && !leaving) {
          // whoever subscribes for what is not paid pays it, and is there if the bank asks
          if (debt && move.months === months) tryDebt(debt, now, mood === 'sca' ? 'good' : mood)
          else if (!debt) thenMonths = move.months === months ? 0 : move.months
        } else if (running) {
          card = true
          thenMonths = phase === 'paid' && move.months === months ? 0 : move.months
          if (leaving) takeUpAgain(now)
        } else {
          card = true
          start(people, move.months, now, present)
        }
        return
      case 'users':
        return changeUsers(move.users, now, present)
      case 'coupon':
        return redeem(move, now, running)
      case 'cancel':
        return cancel(now)
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

  function takeUpAgain(now: number) {
    leaving = false
    const stay = Math.max(people, 1)
    const before = seats - included
    if (stay >= before) return
    seats = stay + included
    if (phase !== 'paid') return
    const saved = Math.max(share(price(before, months) - price(stay, months), now, until), 0)
    credit += saved
    given += saved
  }

  function start(users: number, length: number, now: number, present: boolean) {
    const { net, gross, used } = due(price(users, length))
    if (gross > 0 && !present) return
    anchor = dayOf(now)
    elapsed = 0
    leaving = false
    begin({ net, gross, used, users, length, term: 1 }, now)
  }

  function changeUsers(wanted: number, now: number, present: boolean) {
    if (phase === 'trial') {
      if ((card || wanted <= seats) && wanted <= 60) seats = wanted
      return
    }
    if (phase === 'granted') {
      const more = wanted - included
      if (more > 0 && more <= 60 && card && thenMonths > 0) start(more, thenMonths, now, present)
      return
    }
    if (phase !== 'paid' || debt) return
    const before = seats - included
    const after = Math.max(wanted - included, 1)
    if (after === before || (after > before && after > 60)) return
    const cost = share(price(after, months) - price(before, months), now, until)
    if (cost <= 0) {
      seats = after + included
      credit -= cost
      given -= cost
      return
    }
    const { net, gross, used } = due(cost)
    if (gross > 0 && !present) return
    seats = after + included
    credit -= used
    kept += gross
    paid.push({ net, used, at: now, seats: true, before, after, given, back: 0 })
  }

  function redeem(move: { users: number; months: number }, now: number, running: boolean) {
    const grantRuns = now < includedUntil
    if (coupon && grantRuns) return
    const end = sameTimeMonthsAfter(now, move.months)
    const users = Math.max(move.users, grantRuns ? included : 0)
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
  }

  function cancel(now: number) {
    if (phase === 'trial') leaving = true
    if (phase === 'granted') thenMonths = 0
    if (phase !== 'paid' || leaving) return
    if (debt) return finish(now)
    leaving = true
    thenMonths = 0
    const notice = startOf(monthsAfter(dayOf(now), 1))
    if (!life.consumer || term < 2 || until <= notice) return
    let owed = share(price(seats - included, months), notice, until)
    until = notice
    for (const receipt of [...paid].reverse())
      owed -= giveBack(receipt, Math.min(owed, receipt.net - receipt.back))
    credit += owed
    given += owed
  }

  function refund(now: number) {
    const [first] = paid
    const last = paid.at(-1)
    if (phase !== 'paid' || debt || !first || !last) return
    if (now < first.at + 7 * dayLength && !(first.net > 0 && first.back >= first.net)) {
      for (const receipt of paid) {
        giveBack(receipt, receipt.net - receipt.back)
        credit += receipt.used
      }
      credit -= given
      return finish(now)
    }
    const untouched = paid.every((receipt) => !receipt.seats || receipt.back === 0)
    const there = last.seats && seats - included === last.after && last.given === given
    if (!untouched || !there || now >= last.at + 7 * dayLength) return
    giveBack(last, last.net)
    seats = last.before + included
    credit += last.used
    last.used = 0
  }

  function giveBack(receipt: Receipt, net: number): number {
    if (net <= 0) return 0
    kept -= net + tax(receipt.back + net) - tax(receipt.back)
    receipt.back += net
    return net
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
    elapsed = 0
    term = 0
    given = 0
    paid = []
    debt = undefined
  }

  function dropIncluded() {
    seats -= included
    included = 0
    includedUntil = 0
    coupon = false
  }

  function price(users: number, length: number): number {
    const tier = users < 5 ? 100n : users < 15 ? 93n : users < 50 ? 81n : 67n
    return halfUp(733n * BigInt(users) * tier * (month[length] as bigint) * BigInt(length), 10_000n)
  }

  function due(cost: number) {
    const net = Math.max(cost - credit, 0)
    const gross = net + tax(net)
    return gross < 50 ? { net: 0, gross: 0, used: cost } : { net, gross, used: cost - net }
  }

  function tax(net: number): number {
    return halfUp(BigInt(net) * BigInt(life.vatBasisPoints), 10_000n)
  }

  /** The share of the paid period that lies between two moments, added up day by day. */
  function share(cents: number, from: number, to: number): number {
    let milliseconds = 0
    for (let day = dayOf(from); startOf(day) < to; day++)
      milliseconds += Math.min(startOf(day + 1), to) - Math.max(startOf(day), from)
    const size = halfUp(BigInt(Math.abs(cents)) * BigInt(milliseconds), BigInt(paidTo - paidFrom))
    return cents < 0 ? -size : size
  }
}

type Receipt = {
  net: number
  used: number
  at: number
  seats: boolean
  before: number
  after: number
  given: number
  back: number
}
type Debt = {
  net: number
  gross: number
  used: number
  users: number
  length: number
  term: number
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
