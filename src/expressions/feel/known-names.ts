import { CompiledCache } from './compiled-cache.ts';
import { isLongName } from './syntax/names.ts';
import type { FeelJson } from './values/json.ts';

/** Names with spaces or special characters that may occur in a text. */
export interface LongNamesIn {
  readonly variables: readonly string[];
  /** Members of contexts in the variables, for paths and filters. */
  readonly members: readonly string[];
}

const NONE: readonly string[] = [];
const NO_NAMES: LongNamesIn = { variables: NONE, members: NONE };
/** Characters and words that split an unknown name, and digits after a blank. */
const DIVIDED =
  /[-+*/'&#%!:.]|\b(?:and|or|in|for|if|then|else|some|every|return|between|satisfies|function|external|true|false|null)\b|\s\d/;
/** A path or a filter. */
const HAS_MEMBERS = /[.[]/;
/** Values searched for member names. */
const MAX_VISITED = 2000;

/** Cached properties of a source. */
interface Form {
  readonly squeezed: string;
  readonly hasMembers: boolean;
}
const forms = new CompiledCache<Form>(2000, 4 * 1024 * 1024);

/** True if it may use member names that are parsed differently if unknown. */
export function mayNameMembers(source: string): boolean {
  return HAS_MEMBERS.test(source) && DIVIDED.test(source.replaceAll('.', ''));
}

/** Needed to parse the text: they may occur in it and would otherwise be split. */
export function namesIn(source: string, variables: Readonly<Record<string, FeelJson>>): LongNamesIn {
  const { squeezed, hasMembers } = forms.get(source, () => formOf(source));
  const isMeant = (name: string) => isLongName(name) && squeezed.includes(name.replace(/\s+/g, ''));
  const known = Object.keys(variables).filter(isMeant);
  if (!hasMembers) return known.length === 0 ? NO_NAMES : { variables: known, members: NONE };
  const members = new Set<string>();
  const waiting: FeelJson[] = Object.values(variables);
  for (let visited = 0; waiting.length > 0 && visited < MAX_VISITED; visited += 1) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && DIVIDED.test(name) && isMeant(name)) members.add(name);
      if (typeof inner === 'object' && inner !== null) waiting.push(inner as FeelJson);
    }
  }
  return { variables: known, members: [...members].sort() };
}

function formOf(source: string): Form {
  return { squeezed: source.replace(/\s+/g, ''), hasMembers: mayNameMembers(source) };
}
