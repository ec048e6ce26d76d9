/**
 * A longer text is sent as a parameter of its own. In an array it would be escaped once more in one step, which blocks the
 * process. Unit: characters.
 */
export const LONG_TEXT = 262_144;
