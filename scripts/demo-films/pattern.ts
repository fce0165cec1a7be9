import { createHash } from 'node:crypto'

/**
 * Returns the drawing behind a film's title: one of a few kinds, turned and scaled by the film's ID so that no two cards
 * look alike.
 */
export function pattern(id: string): string {
  const random = seeded(id)
  const kinds = [rings, rays, steps, waves, dots]
  const kind = kinds[Math.floor(random() * kinds.length)] ?? rings
  return `<svg class="pattern" viewBox="0 0 1280 720">${kind(random)}</svg>`
}

type Random = () => number

function rings(random: Random): string {
  const [x, y] = [1040 + random() * 240, random() < 0.5 ? 60 + random() * 120 : 560 + random() * 160]
  const strong = 2 + Math.floor(random() * 6)
  return range(
    11,
    (index) =>
      `<circle class="${mark(index, strong)}" cx="${round(x)}" cy="${round(y)}" r="${36 + index * 44}"/>`,
  )
}

function rays(random: Random): string {
  const [x, y] = [1300, random() < 0.5 ? -20 : 740]
  const strong = 3 + Math.floor(random() * 8)
  const [near, far] = [90 + random() * 140, 330 + random() * 160]
  return range(15, (index) => {
    const angle = ((y < 0 ? 92 : 182) + index * 6) * (Math.PI / 180)
    const [inner, outer] = [near, far + ((index * 37) % 5) * 60]
    const at = (radius: number) =>
      `${round(x + Math.cos(angle) * radius)} ${round(y + Math.sin(angle) * radius)}`
    return `<path class="${mark(index, strong)}" d="M${at(inner)}L${at(outer)}"/>`
  })
}

function steps(random: Random): string {
  const strong = Math.floor(random() * 9)
  const size = 34 + random() * 12
  return range(9, (index) => {
    const side = round(size * (index + 1))
    return `<rect class="${mark(index, strong)}" x="${1280 - side}" y="${720 - side}" width="${side + 40}" height="${side + 40}" rx="14"/>`
  })
}

function waves(random: Random): string {
  const strong = Math.floor(random() * 10)
  const height = 16 + random() * 20
  const slope = random() < 0.5 ? 1 : -1
  return range(10, (index) => {
    const y = (slope > 0 ? 470 : 20) + index * 26
    const bends = range(
      5,
      (bend) => `q80 ${round(bend % 2 === 0 ? -height - index * 3 : height + index * 3)} 160 0`,
    )
    return `<path class="${mark(index, strong)}" d="M${640 + index * slope * 18} ${y}${bends}"/>`
  })
}

function dots(random: Random): string {
  const strong = Math.floor(random() * 60)
  const isHigh = random() < 0.5
  return range(96, (index) => {
    const [column, row] = [index % 12, Math.floor(index / 12)]
    const reach = isHigh ? column - row : column - (7 - row)
    if (reach < 1) return ''
    const y = (isHigh ? 40 : 386) + row * 42
    return `<circle class="${mark(index, strong + 12)}" cx="${790 + column * 42}" cy="${y}" r="${2 + reach * 0.9}"/>`
  })
}

function mark(index: number, strong: number): string {
  return index === strong ? 'strong' : ''
}

function range(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A small deterministic generator (mulberry32), seeded with the ID. */
function seeded(id: string): Random {
  let state = createHash('sha256').update(id).digest().readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
