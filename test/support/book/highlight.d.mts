/** A text with its words in spans, as HTML; undefined: the language is not known. */
export function highlight(text: string, language: string): string | undefined;
