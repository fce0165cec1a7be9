import type { ReactNode } from 'react'

const width = 720
const height = 180

/** A chart with its caption. Hidden from screen readers, which read the table of the same values. */
function Chart({
  label,
  top,
  children,
  first,
  last,
}: {
  readonly label: string
  /** Text of the highest value. */
  readonly top: string
  /** Texts at the two ends of the horizontal axis. */
  readonly first: string
  readonly last: string
  readonly children: ReactNode
}) {
  return (
    <figure className="grid max-w-3xl gap-1">
      <figcaption className="text-sm font-medium">{label}</figcaption>
      <span className="num text-xs text-muted">{top}</span>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden
        className="h-44 w-full border-b border-line text-accent"
      >
        {children}
      </svg>
      <span className="num flex justify-between text-xs text-muted">
        <span>{first}</span>
        <span>{last}</span>
      </span>
    </figure>
  )
}

type Ends = { readonly label: string; readonly top: string; readonly first: string; readonly last: string }

/** Bars of values from 0 to 1, from left to right. */
export function Bars({ values, ...ends }: Ends & { readonly values: readonly number[] }) {
  const step = width / Math.max(1, values.length)
  return (
    <Chart {...ends}>
      {values.map((value, place) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={place}
          x={place * step + step * 0.1}
          width={step * 0.8}
          y={height * (1 - value)}
          height={height * value}
          fill="currentColor"
        />
      ))}
    </Chart>
  )
}

/** A filled curve through values from 0 to 1, from left to right. */
export function Curve({ values, ...ends }: Ends & { readonly values: readonly number[] }) {
  const step = width / Math.max(1, values.length - 1)
  const points = values.map((value, place) => `${place * step},${height * (1 - value)}`)
  return (
    <Chart {...ends}>
      <polygon
        points={`0,${height} ${points.join(' ')} ${width},${height}`}
        fill="currentColor"
        opacity="0.2"
      />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </Chart>
  )
}
