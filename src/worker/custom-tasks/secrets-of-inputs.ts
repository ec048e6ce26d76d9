import { inputsOf, textsOf } from '../../engine/model/model-shape.ts';
import type { ElementModel, Mapping, MappingSource } from '../../engine/model.ts';
import { type SecretsOfInputs, secretsIn } from '../../platform/config/config-secrets.ts';

const known = new WeakMap<ElementModel, SecretsOfInputs | null>();

/**
 * Secrets by input; null: none. An input inherits the secrets of earlier inputs that its text names: `Authorization` built from `token`. Reads the model
 * only: values of variables name no secret (docs/contributing/spec/http/custom-tasks.md#who-names-them).
 */
export function secretsOfInputs(element: ElementModel): SecretsOfInputs | null {
  const found = known.get(element);
  if (found !== undefined) return found;
  const read = readSecrets(element);
  known.set(element, read);
  return read;
}

function readSecrets(element: ElementModel): SecretsOfInputs | null {
  const named = new Map<string, Set<string>>();
  for (const { source, target } of inputsOf(element)) {
    const input = nameOf(target);
    const texts = textsOf(source);
    const secrets = named.get(input) ?? new Set();
    for (const text of texts) for (const secret of secretsIn(text)) secrets.add(secret);
    for (const text of readingTexts(source))
      for (const [before, theirs] of named) if (mentions(text, before)) for (const secret of theirs) secrets.add(secret);
    if (secrets.size > 0) named.set(input, secrets);
  }
  if (named.size === 0) return null;
  return Object.freeze(Object.fromEntries([...named].map(([input, secrets]) => [input, Object.freeze([...secrets])])));
}

function nameOf(target: Mapping['target']): string {
  return target.split('.', 1)[0] as string;
}

/** No literals, and only the expressions of a template. Keeps string literals of scripts, which read variables by name. */
function readingTexts(source: MappingSource): readonly string[] {
  switch (source.kind) {
    case 'expression':
      if (source.dialect === 'literal') return [];
      if (source.dialect === 'template')
        return Array.from(source.text.matchAll(/[$#]\{([^}]*)\}/g), ([, group]) => group as string);
      return [source.source.replace(LITERALS, '""')];
    case 'script':
      return [source.source];
    case 'list':
      return source.items.flatMap(readingTexts);
    case 'map':
      return source.entries.flatMap(({ key, value }) => [...readingTexts(key), ...readingTexts(value)]);
  }
}
const LITERALS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** Whether the text contains the name as a whole word that is neither a property of an object nor a key of a context. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1];
    const behind = text.slice(at + name.length);
    if (!isOfName(before) && before !== '.' && !isOfName(behind[0]) && !/^\s*:/.test(behind)) return true;
  }
  return false;
}

function isOfName(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}
