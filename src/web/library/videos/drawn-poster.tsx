import './drawn-poster.css'

/** Replaces a missing poster of a film or series: its title and topic, on the topic's colour. */
export default function DrawnPoster({
  title,
  topic,
  topicId,
  className = '',
}: {
  title: string
  /** The name of its category, if known. */
  topic: string | undefined
  /** Selects the colour. */
  topicId: string
  className?: string | undefined
}) {
  return (
    <div aria-hidden className={`drawn-poster ${className}`} data-turn={turnOf(topicId)}>
      {topic ? <span className="drawn-poster-topic">{topic}</span> : null}
      <span className="drawn-poster-title">{title}</span>
    </div>
  )
}

/** Number of colours, spread from the site's hue. */
const turns = 6

/** Returns a topic's colour, always the same one. */
function turnOf(topicId: string): number {
  let sum = 0
  for (const character of topicId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return sum % turns
}
