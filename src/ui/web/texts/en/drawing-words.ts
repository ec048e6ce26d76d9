/** Texts of the libraries of the modeler, by their English text. Missing ones stay English. */
export const drawingWords = { drawn: {} as Readonly<Record<string, string>> };
