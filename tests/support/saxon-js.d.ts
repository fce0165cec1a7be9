/** Saxon has no types: those that the tests use. */
declare module 'saxon-js' {
  const saxon: {
    transform(options: { stylesheetFileName: string; sourceText: string; destination: 'serialized' }): {
      principalResult: string
    }
  }
  export default saxon
}
