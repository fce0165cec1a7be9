/** A grey placeholder for loading content. Give it width and height; screen readers skip it. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`skeleton block rounded ${className}`} />
}
