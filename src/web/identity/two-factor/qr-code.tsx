import { useMemo } from 'react'
import { encode } from 'uqr'

/** A text as a QR code, dark on light in both themes, because some cameras read no other. */
export default function QrCode({
  text,
  label,
  className,
}: {
  text: string
  label: string
  className: string
}) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 })
    return { size, path: outline(data) }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** One square for each dark module. */
function outline(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
