/** Editor module that translates the texts of a library. `words`: by their English text; others stay English. */
export function libraryWords(words: Readonly<Record<string, string>>) {
  const wordOf = (text: string, values: Readonly<Record<string, string>> = {}): string => {
    const word = Object.hasOwn(words, text) ? (words[text] ?? text) : text;
    return word.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
    );
  };
  return { translate: ['value', wordOf] };
}
