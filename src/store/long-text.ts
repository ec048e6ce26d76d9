/** Characters from which a value is sent as a separate parameter: in an array, escaping it would block the process. */
export const LONG_TEXT = 262_144;
