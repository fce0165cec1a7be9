/** Saxon brings no types: what the tests use of it. */
declare module 'saxon-js' {
  const saxon: {
    transform(options: { stylesheetFileName: string; sourceText: string; destination: 'serialized' }): {
      principalResult: string
    }
  }
  export default saxon
}
