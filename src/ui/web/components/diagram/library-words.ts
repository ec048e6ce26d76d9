/** Editor module that translates the texts of a library. `drawn`: by their English text; others stay English. */
export function libraryWords(drawn: Readonly<Record<string, string>>) {
  const wordOf = (text: string, values: Readonly<Record<string, string>> = {}): string => {
    const word = Object.hasOwn(drawn, text) ? (drawn[text] ?? text) : text;
    return word.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
    );
  };
  return { translate: ['value', wordOf] };
}
