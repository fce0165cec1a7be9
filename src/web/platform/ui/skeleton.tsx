/** A grey shape of the size of what is still loading. Give it width and height; screen readers skip it. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`skeleton block rounded ${className}`} />
}
