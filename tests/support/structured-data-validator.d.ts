/** The package has no types: those that the tests use. */
declare module '@adobe/structured-data-validator' {
  /** Checks the requirements of search engines for the types of schema.org that they show. */
  export default class Validator {
    /** @param data objects by their format (`jsonld`) and type */
    validate(data: {
      readonly jsonld: Readonly<Record<string, readonly object[]>>
    }): Promise<{ readonly issueMessage: string; readonly severity: 'ERROR' | 'WARNING' }[]>
  }
}
