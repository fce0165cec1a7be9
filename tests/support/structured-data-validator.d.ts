/** It brings no types: what the tests use of it. */
declare module '@adobe/structured-data-validator' {
  /** Checks what search engines ask of the types of schema.org that they show. */
  export default class Validator {
    /** @param data objects by their format (`jsonld`) and type */
    validate(data: {
      readonly jsonld: Readonly<Record<string, readonly object[]>>
    }): Promise<{ readonly issueMessage: string; readonly severity: 'ERROR' | 'WARNING' }[]>
  }
}
