/** Something that the operator has to correct; its message is a sentence for them. */
export class UpgradeProblem extends Error {}
