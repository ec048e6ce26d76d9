/** One family of series of an exposition text. */
export interface Family {
  readonly kind: string;
  readonly help: string;
  /** the labels of each series, `le` left out */
  readonly series: readonly Readonly<Record<string, string>>[];
  /** value of each series, by its name with labels */
  readonly values: ReadonlyMap<string, number>;
}

/** Reads an exposition text of Prometheus, by the names behind `# TYPE`. */
export function readScrape(text: string): ReadonlyMap<string, Family> {
  const families = new Map<
    string,
    { kind: string; help: string; series: Record<string, string>[]; values: Map<string, number> }
  >();
  const helps = new Map<string, string>();
  let current = '';
  for (const line of text.split('\n')) {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (word === 'HELP') helps.set(name, rest);
    else if (word === 'TYPE') {
      families.set(name, { kind: rest, help: helps.get(name) ?? '', series: [], values: new Map() });
      current = name;
    } else if (line !== '') {
      const [, key = '', labels = '', value = ''] = /^([^{\s]+(?:\{(.*)\})?) (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/([a-z_]\w*)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
      families.get(current)?.series.push(Object.fromEntries(pairs.filter(([label]) => label !== 'le')));
      families.get(current)?.values.set(key, Number(value));
    }
  }
  return families;
}
