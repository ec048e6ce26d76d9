/** A result that is no value of the product, or a failure the text asked for. */
export class NotAValue extends Error {}
