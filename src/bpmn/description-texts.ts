import type { ExpressionModel, Mapping, MappingSource, ScriptModel } from '../engine/model.ts';

/** A property of an element for display, for example `Candidate groups`: `sales, support`. */
export interface DescribedProperty {
  readonly name: string;
  readonly value: string;
}

/** Longest value. Unit: characters. */
const VALUE_LENGTH = 300;
/** Most list items shown; the others are counted. */
const MOST_ENTRIES = 20;

/** Yields the property unless its value is empty. */
export function* property(name: string, value: string | number | undefined): Generator<DescribedProperty> {
  if (value !== undefined && value !== '') yield { name, value: shortened(String(value)) };
}

export function textOf(expression: ExpressionModel | undefined): string | undefined {
  return expression?.text;
}

/** Comma-separated texts, limited to `MOST_ENTRIES`. */
export function listOf(texts: readonly string[]): string {
  const shown = texts.slice(0, MOST_ENTRIES).join(', ');
  return texts.length > MOST_ENTRIES ? `${shown} and ${texts.length - MOST_ENTRIES} more` : shown;
}

/** Mappings, target first: `total ← order.price`. */
export function mappingsOf(mappings: readonly Mapping[]): string {
  return listOf(mappings.map(({ source, target }) => `${target} ← ${sourceOf(source)}`));
}

export function languageOf({ dialect }: Pick<ScriptModel, 'dialect'>): string {
  return LANGUAGES[dialect];
}

const LANGUAGES: Readonly<Record<ScriptModel['dialect'], string>> = {
  lenient: 'assignments',
  javascript: 'JavaScript',
  juel: 'expression',
  feel: 'FEEL',
};

function sourceOf(source: MappingSource): string {
  if (source.kind === 'expression') return source.text;
  if (source.kind === 'script') return `a script (${languageOf(source)})`;
  return source.kind === 'list' ? `a list of ${source.items.length}` : `a map of ${source.entries.length}`;
}

function shortened(text: string): string {
  const line = text
    .slice(0, VALUE_LENGTH * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= VALUE_LENGTH) return line;
  const head = line.slice(0, VALUE_LENGTH - 1);
  // never cut a surrogate pair
  return `${/[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head}…`;
}
