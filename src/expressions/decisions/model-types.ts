import type { BasicType, DecisionType, NamedTypes } from '../../engine/model.ts';
import { type FeelType, feelTypes } from '../feel/index.ts';

const { ANY, contextOf, functionOf, listOf, plainType, rangeOf } = feelTypes;

/** FEEL names that differ from the DMN names. */
const WORDS: Partial<Record<BasicType, string>> = {
  dateTime: 'date and time',
  dayTimeDuration: 'days and time duration',
  yearMonthDuration: 'years and months duration',
};

/** `typesKey`: equal for equal types. */
export interface FeelTypes {
  readonly types: ReadonlyMap<string, FeelType>;
  readonly typesKey: string;
}

const known = new WeakMap<NamedTypes, FeelTypes>();

/** Cached per model. */
export function feelTypesOf(named: NamedTypes): FeelTypes {
  const before = known.get(named);
  if (before !== undefined) return before;
  const types = new Map(Object.entries(named).map(([name, type]) => [name, feelTypeOf(type, name)] as const));
  const made: FeelTypes = { types, typesKey: JSON.stringify(named) };
  known.set(named, made);
  return made;
}

/** Ignores allowed values: `300 instance of tByte` is true even if tByte allows less (DMN 1.5, 7.3.3). */
function feelTypeOf(type: DecisionType, text: string): FeelType {
  if (type === 'any') return { ...ANY, text };
  if (typeof type === 'string') return { ...(plainType(WORDS[type] ?? type) ?? ANY), text };
  switch (type.kind) {
    case 'list':
      return { ...listOf(feelTypeOf(type.of, text)), text };
    case 'context':
      return { ...contextOf(type.members.map((one) => [one.name, feelTypeOf(one.type, one.name)] as const)), text };
    case 'function':
      return { ...functionTypeOf(type), text };
    case 'range':
      return { ...rangeOf(ANY), text };
    case 'allowed':
    case 'converted':
      return feelTypeOf(type.type, text);
  }
}

function functionTypeOf({ parameters, result }: Extract<DecisionType, { kind: 'function' }>): FeelType {
  const any = plainType('function') ?? ANY;
  if (parameters === undefined) return any;
  return functionOf(
    parameters.map((parameter) => feelTypeOf(parameter, 'parameter')),
    result === undefined ? ANY : feelTypeOf(result, 'result'),
  );
}
