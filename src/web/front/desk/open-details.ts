/** As the ref of a `<details>`: opens it once it is shown, or once it gets this ref; from then on the reader decides. */
export function openDetails(details: HTMLDetailsElement | null): void {
  if (details) details.open = true
}
