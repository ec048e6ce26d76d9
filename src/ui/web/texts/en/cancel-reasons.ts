/** Reasons of the engine for a cancellation, by their text (src/engine/running/cancellations.ts). `{element}`: in quotation marks. Empty: the texts are English. */
export const cancelReasons: Readonly<Record<string, string>> = {};
