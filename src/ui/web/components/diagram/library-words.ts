type Words = Readonly<Record<string, string>>;

/** Editor module that translates the texts of a library. `drawn`: by their English text; others stay English. */
export function libraryWords(drawn: Words) {
  return { translate: ['value', (text: string, values?: Words) => libraryWord(drawn, text, values)] };
}

/** `values`: by their placeholders, such as `{type}` */
export function libraryWord(drawn: Words, text: string, values: Words = {}): string {
  const wordOf = (english: string) => (Object.hasOwn(drawn, english) ? (drawn[english] ?? english) : english);
  return wordOf(text).replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    if (!Object.hasOwn(values, name)) return whole;
    const value = values[name] ?? whole;
    // the only value that is not a text of the model
    return name === 'eventType' ? wordOf(value) : value;
  });
}
