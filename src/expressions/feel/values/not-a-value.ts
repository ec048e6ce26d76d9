/** Result that cannot be represented, or failed `assert`. */
export class NotAValue extends Error {}
