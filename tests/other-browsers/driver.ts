/** What a story needs of a browser, whatever drives it. Places are CSS pixels of what is shown. */
export type Driver = {
  open(url: string): Promise<void>
  /** The value of an expression in the page, which its Content-Security-Policy does not govern; it has to be JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Moves the mouse there, presses its main button and lets it go. */
  click(x: number, y: number): Promise<void>
  move(x: number, y: number): Promise<void>
  /** Types into what has the focus, key by key. */
  type(text: string): Promise<void>
  /** Presses a key that writes a character, with Control where that is said. */
  press(key: string, held?: 'Control'): Promise<void>
  /** What is shown, as a PNG. */
  screenshot(): Promise<Uint8Array>
  /** What the page complained of so far on its console, where the driver tells. */
  complaints(): readonly string[]
  close(): Promise<void>
}
