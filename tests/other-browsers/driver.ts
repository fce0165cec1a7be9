/** A story's browser, independent of its driver. Positions are CSS pixels of the viewport. */
export type Driver = {
  open(url: string): Promise<void>
  /** The value of an expression in the page, which its Content-Security-Policy does not govern; it has to be JSON. */
  evaluate(expression: string): Promise<unknown>
  /** Moves the mouse there, presses its main button and lets it go. */
  click(x: number, y: number): Promise<void>
  move(x: number, y: number): Promise<void>
  /** Types into the focused element, key by key. */
  type(text: string): Promise<void>
  /** Presses a key that writes a character, with Control where that is said. */
  press(key: string, held?: 'Control'): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Uint8Array>
  /** The complaints on the page's console so far, if the driver reports them. */
  complaints(): readonly string[]
  close(): Promise<void>
}
