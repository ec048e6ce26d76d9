/** Thrown for a result that cannot be represented, or a failed `assert`. */
export class NotAValue extends Error {}
