/**
 * A text that is longer is sent by itself: as one of an array it would be escaped once more, in one go, and that keeps the process from other work.
 * Unit: characters.
 */
export const LONG_TEXT = 262_144;
