import { m } from '#messages/generated/messages.js'

/**
 * The well-known test numbers, and the behaviour of each one's bank. `tests/test-card-numbers.test.ts` compares them
 * with the sandbox's.
 */
export const testNumbers: readonly { readonly number: string; readonly behaviour: () => string }[] = [
  { number: '4242 4242 4242 4242', behaviour: m.test_card_good },
  { number: '5555 5555 5555 4444', behaviour: m.test_card_good_mastercard },
  { number: '4000 0025 0000 3155', behaviour: m.test_card_asks_once },
  { number: '4000 0027 6000 3184', behaviour: m.test_card_asks_always },
  { number: '4000 0000 0000 0002', behaviour: m.test_card_refused },
  { number: '4000 0000 0000 0341', behaviour: m.test_card_declined_later },
  { number: '4000 0000 0000 9995', behaviour: m.test_card_no_funds },
  { number: '4000 0000 0000 0069', behaviour: m.test_card_expired },
  { number: '4000 0000 0000 0119', behaviour: m.test_card_processing_error },
]

/** The list of test numbers. With `onChosen` a click selects one. */
export function TestNumbers({ onChosen }: { onChosen: (number: string) => void }) {
  return (
    <details className="rounded-control border border-line text-sm">
      <summary className="px-3 py-2 font-medium hover:text-accent">{m.test_cards()}</summary>
      <ul className="border-t border-line py-1">
        {testNumbers.map(({ number, behaviour }) => (
          <li key={number}>
            <button
              type="button"
              className="flex w-full flex-wrap justify-between gap-x-4 px-3 py-1.5 text-left hover:bg-raised"
              onClick={() => onChosen(number)}
            >
              <span className="num">{number}</span>
              <span className="text-muted">{behaviour()}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
