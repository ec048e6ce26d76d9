import type { ExpressionModel, ProcessModel, ScriptModel } from '../../src/engine/model.ts';
import type { Json, Variables } from '../../src/engine/values.ts';
import { variableNamesIn } from '../../src/expressions/variable-names.ts';

/** Possible answers of people to an unknown model: names that its texts read, with values that its texts compare with them. */
export function answersFor(models: Iterable<ProcessModel>): readonly Variables[] {
  const texts = [...models].flatMap((model) => textsIn(model));
  const names = new Set<string>();
  for (const text of texts) for (const name of variableNamesIn(text).reads) names.add(name);
  const candidates = new Map([...names].map((name) => [name, candidatesFor(name, texts)] as const));
  const most = Math.max(1, ...[...candidates.values()].map(({ length }) => length));
  const sets = Array.from({ length: Math.min(most, MOST_SETS - 1) }, (_, turn) => chosen(candidates, turn));
  return [{}, ...sets];
}

const MOST_SETS = 14;
/** Tried for every name. */
const USUAL: readonly Json[] = [true, 10, ['a', 'b'], 'a', false, 0, { a: 1 }];
const LITERAL = /^(?:(-?\d+(?:\.\d+)?)|["']([^"']*)["']|(true|false))/;

function chosen(candidates: ReadonlyMap<string, readonly Json[]>, turn: number): Variables {
  return Object.fromEntries([...candidates].map(([name, values]) => [name, values[turn % values.length] as Json]));
}

function candidatesFor(name: string, texts: readonly (ExpressionModel | ScriptModel)[]): Json[] {
  const found = new Set<string>();
  const escaped = name.replace(/[$]/g, '\\$&');
  const compared = new RegExp(`(?<![\\w$.])${escaped}\\s*(?:===?|!==?|[<>]=?|=|\\beq\\b|\\bne\\b|\\b[lg][te]\\b)\\s*`, 'g');
  for (const { source } of texts) {
    for (const match of source.matchAll(compared)) {
      const literal = LITERAL.exec(source.slice(match.index + match[0].length));
      if (literal?.[1] !== undefined) for (const by of [0, 1, -1]) found.add(JSON.stringify(Number(literal[1]) + by));
      else if (literal?.[2] !== undefined) found.add(JSON.stringify(literal[2]));
      else if (literal?.[3] !== undefined) found.add(literal[3]).add(String(literal[3] !== 'true'));
    }
  }
  const compiled = [...found].map((text) => JSON.parse(text) as Json);
  return [...compiled, ...USUAL];
}

/** Returns all expressions and scripts of a model. */
function textsIn(model: ProcessModel): (ExpressionModel | ScriptModel)[] {
  const found: (ExpressionModel | ScriptModel)[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isText(value)) found.push(value);
    for (const part of value instanceof Map ? value.values() : Object.values(value)) look(part);
  };
  look(model.elements);
  look(model.flows);
  return found;
}

function isText(value: object): value is ExpressionModel | ScriptModel {
  return 'kind' in value && (value.kind === 'expression' || value.kind === 'script') && 'source' in value && 'dialect' in value;
}
