import type { Json } from '../../engine/values.ts';
import { CompiledCache } from '../compiled-cache.ts';
import { isLongName } from './syntax/names.ts';

/** Names of several words or signs that a text may mean. */
export interface LongNamesIn {
  readonly variables: readonly string[];
  /** of contexts in the variables, which a path or a filter may name */
  readonly members: readonly string[];
}

const NONE: readonly string[] = [];
const NO_NAMES: LongNamesIn = { variables: NONE, members: NONE };
/** Signs and words that end a name unless the whole name is known, and digits behind a blank. */
const DIVIDED =
  /[-+*/'&#%!:.]|\b(?:and|or|in|for|if|then|else|some|every|return|between|satisfies|function|external|true|false|null)\b|\s\d/;
/** What has members: a path or a filter. */
const HAS_MEMBERS = /[.[]/;
/** Values that are looked at for the names of their members. */
const MAX_VISITED = 2000;

/** What a source can hold, which is the same at each evaluation. */
interface Form {
  readonly squeezed: string;
  readonly hasMembers: boolean;
}
const forms = new CompiledCache<Form>(2000, 4 * 1024 * 1024);

/** Whether a text names members of values, and one that would be read as something else if nobody knew it. */
export function mayNameMembers(source: string): boolean {
  return HAS_MEMBERS.test(source) && DIVIDED.test(source.replaceAll('.', ''));
}

/** The names that have to be known before a text is read with these variables: those it may hold, and that it would not be read as without. */
export function namesIn(source: string, variables: Readonly<Record<string, Json>>): LongNamesIn {
  const { squeezed, hasMembers } = forms.get(source, () => formOf(source));
  const isMeant = (name: string) => isLongName(name) && squeezed.includes(name.replace(/\s+/g, ''));
  const known = Object.keys(variables).filter(isMeant);
  if (!hasMembers) return known.length === 0 ? NO_NAMES : { variables: known, members: NONE };
  const members = new Set<string>();
  const waiting: Json[] = Object.values(variables);
  for (let visited = 0; waiting.length > 0 && visited < MAX_VISITED; visited += 1) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && DIVIDED.test(name) && isMeant(name)) members.add(name);
      if (typeof inner === 'object' && inner !== null) waiting.push(inner as Json);
    }
  }
  return { variables: known, members: [...members].sort() };
}

function formOf(source: string): Form {
  return { squeezed: source.replace(/\s+/g, ''), hasMembers: mayNameMembers(source) };
}
