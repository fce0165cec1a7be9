import { drawnLetter, drawnType } from './picture.ts'

/** What makes a drawing hard to read, a sentence for each thing. `svg` is what `draw` returns, `width` and `height` its size. */
export function mistakesOfPicture(svg: string, width: number, height: number): string[] {
  const shapes = shapesOf(svg)
  const labels = shapes.flatMap((shape) => (shape.kind === 'label' ? [shape] : []))
  return labels.flatMap((label) => {
    const { text, frame } = label
    const isOutside =
      frame.left < 0 || frame.top < 0 || frame.right > width || frame.bottom > height ? ['is cut off'] : []
    const tooWide = label.room !== undefined && !holds(label.room, frame) ? ['does not fit into its box'] : []
    const over = labels.filter((other) => other.at > label.at && meet(other.frame, frame))
    const crossed = shapes.some((shape) => isCrossed(label, shape, shapes)) ? ['is crossed by a stroke'] : []
    return [...isOutside, ...tooWide, ...over.map((other) => `meets "${other.text}"`), ...crossed].map(
      (fault) => `the label "${text}" ${fault}`,
    )
  })
}

type Frame = { left: number; top: number; right: number; bottom: number }
type Point = readonly [x: number, y: number]
type Label = { kind: 'label'; at: number; text: string; frame: Frame; room?: Frame }
/** `hides`: whether what was drawn before is not to be seen through it. */
type Outline = { kind: 'outline'; at: number; frame: Frame; hides: boolean }
type Stroke = { kind: 'stroke'; at: number; from: Point; to: Point }
type Shape = Label | Outline | Stroke

/** A label that touches a stroke is crossed by it. */
const gap = 6

/** A box's own outline does not cross its label, nor does a stroke below a covering box. */
function isCrossed(label: Label, shape: Shape, shapes: readonly Shape[]): boolean {
  if (shape.kind === 'label') return false
  const { left, top, right, bottom } = label.frame
  const around = label.room
    ? label.frame
    : { left: left - gap, top: top - gap, right: right + gap, bottom: bottom + gap }
  const lines = shape.kind === 'stroke' ? [[shape.from, shape.to] as const] : edgesOf(shape.frame)
  const covers = shapes.filter(
    (other): other is Outline =>
      other.kind === 'outline' && other.hides && other.at > shape.at && other.at < label.at,
  )
  return lines.some(([from, to]) =>
    pointsBetween(from, to).some(
      (point) => contains(around, point) && !covers.some(({ frame }) => contains(frame, point)),
    ),
  )
}

function edgesOf({ left, top, right, bottom }: Frame): readonly (readonly [Point, Point])[] {
  const corners: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
  return corners.map((corner, index) => [corner, corners[(index + 1) % 4] ?? corner])
}

function pointsBetween([x1, y1]: Point, [x2, y2]: Point): Point[] {
  const count = Math.ceil(Math.hypot(x2 - x1, y2 - y1))
  return Array.from({ length: count + 1 }, (_, index): Point => {
    const part = index / Math.max(1, count)
    return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]
  })
}

/** The shapes in the order in which they are drawn. */
function shapesOf(svg: string): Shape[] {
  let room: Frame | undefined
  let groupTone = ''
  const shapes: Shape[] = []
  for (const [, close, name = '', written = '', text = ''] of svg.matchAll(
    /<(\/g)?(?:(\w+)([^>]*)>([^<]*))?/g,
  )) {
    const value = (key: string) => Number(new RegExp(`\\b${key}="([^"]*)"`).exec(written)?.[1])
    const tone = /class="([^"]*)"/.exec(written)?.[1] ?? ''
    const at = shapes.length
    if (close) [room, groupTone] = [undefined, '']
    if (name === 'g') groupTone = tone
    if (name === 'rect' || name === 'circle') {
      room =
        name === 'rect'
          ? frameAt(value('x'), value('y'), value('width'), value('height'))
          : frameAt(value('cx') - value('r'), value('cy') - value('r'), 2 * value('r'), 2 * value('r'))
      shapes.push({ kind: 'outline', at, frame: room, hides: !/bare|quiet/.test(groupTone) })
    }
    if (name === 'path')
      for (const piece of (/\bd="M([^"]*)"/.exec(written)?.[1] ?? '').split('M')) {
        const points = piece.split('L').map((point): Point => {
          const [x = 0, y = 0] = point.split(' ').map(Number)
          return [x, y]
        })
        for (const [index, to] of points.slice(1).entries())
          shapes.push({ kind: 'stroke', at: shapes.length, from: points[index] ?? to, to })
      }
    if (name === 'text') {
      const wide = text.replace(/&\w+;/g, '.').length * drawnLetter
      const start = value('x') - (tone.includes('start') ? 0 : tone.includes('end') ? wide : wide / 2)
      const frame = frameAt(start, value('y') - drawnType / 2, wide, drawnType)
      shapes.push({ kind: 'label', at, text, frame, ...(room && { room }) })
    }
  }
  return shapes
}

function frameAt(left: number, top: number, width: number, height: number): Frame {
  return { left, top, right: left + width, bottom: top + height }
}

function contains({ left, top, right, bottom }: Frame, [x, y]: Point): boolean {
  return x > left && x < right && y > top && y < bottom
}

function holds(outer: Frame, inner: Frame): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

function meet(one: Frame, other: Frame): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
