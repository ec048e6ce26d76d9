import type { FeelNode, TypeNode } from '../syntax/nodes.ts';
import { FeelFunction } from '../values/function.ts';
import { isContext, isNil, kindOf } from '../values/kinds.ts';
import { FeelRange } from '../values/range.ts';
import { conformsTo, type FeelType, type Kind } from '../values/types.ts';

const KINDS: Readonly<Record<string, readonly Kind[]>> = {
  Null: ['null'],
  null: ['null'],
  string: ['string'],
  number: ['number'],
  boolean: ['boolean'],
  date: ['date'],
  time: ['time'],
  'date and time': ['date and time'],
  dateTime: ['date and time'],
  'years and months duration': ['years and months duration'],
  'year month duration': ['years and months duration'],
  yearMonthDuration: ['years and months duration'],
  'days and time duration': ['days and time duration'],
  'day time duration': ['days and time duration'],
  dayTimeDuration: ['days and time duration'],
  duration: ['days and time duration', 'years and months duration'],
  list: ['list'],
  context: ['context'],
  function: ['function'],
  range: ['range'],
};

export const ANY: FeelType = { text: 'Any', isList: false, accepts: (value) => !isNil(value), shape: { kind: 'any' } };
/** Type that accepts everything. */
const UNKNOWN: FeelType = { text: '?', isList: false, accepts: () => true, shape: { kind: 'unknown' } };

/** Returns undefined for unknown names. @param types of the model, by name */
export function typeOf(node: TypeNode, types: ReadonlyMap<string, FeelType>): FeelType | undefined {
  switch (node.kind) {
    case 'named':
      return namedType(node.name, types);
    case 'list': {
      const item = typeOf(node.item, types);
      return item === undefined ? undefined : listOf(item);
    }
    case 'range': {
      const item = typeOf(node.item, types);
      return item === undefined ? undefined : rangeOf(item);
    }
    case 'context': {
      const members: (readonly [string, FeelType])[] = [];
      for (const [name, written] of node.members) {
        const type = typeOf(written, types);
        if (type === undefined) return undefined;
        members.push([name, type]);
      }
      return contextOf(members);
    }
    case 'function': {
      const parameters = node.parameters.map((parameter) => typeOf(parameter, types) ?? UNKNOWN);
      return functionOf(parameters, typeOf(node.result, types) ?? UNKNOWN);
    }
  }
}

/** Names that are not built in. */
export function namesInType(node: TypeNode): readonly string[] {
  switch (node.kind) {
    case 'named':
      return node.name === 'Any' || Object.hasOwn(KINDS, node.name) ? [] : [node.name];
    case 'list':
    case 'range':
      return namesInType(node.item);
    case 'context':
      return node.members.flatMap(([, type]) => namesInType(type));
    case 'function':
      return [...node.parameters, node.result].flatMap(namesInType);
  }
}

function namedType(name: string, types: ReadonlyMap<string, FeelType>): FeelType | undefined {
  if (name === 'Any') return ANY;
  return plainType(name) ?? types.get(name);
}

/** Built-in type without parameters. */
export function plainType(name: string): FeelType | undefined {
  const kinds = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kinds === undefined) return undefined;
  const accepts = (value: unknown) => kinds.includes(kindOf(value));
  return { text: name, isList: name === 'list', accepts, shape: { kind: 'plain', kinds } };
}

export function listOf(item: FeelType): FeelType {
  return {
    text: `list<${item.text}>`,
    isList: true,
    accepts(value) {
      if (!Array.isArray(value)) return false;
      if (value.every((one) => item.accepts(one ?? null))) return true;
      const common = item.shape.kind === 'function' ? commonFunction(value) : undefined;
      return common !== undefined && item.accepts(common);
    },
    shape: { kind: 'list', item },
  };
}

/** Type of the functions in a list: a parameter with different types accepts anything. */
function commonFunction(values: readonly unknown[]): FeelFunction | undefined {
  const functions = values.filter((value) => value instanceof FeelFunction);
  const [first, ...others] = functions;
  const [form] = first?.forms ?? [];
  const areAlike = functions.length === values.length && others.every(({ forms }) => forms[0]?.length === form?.length);
  if (first === undefined || form === undefined || !areAlike) return undefined;
  const types = form.map((_, at) =>
    others.every((other) => other.types[at]?.text === first.types[at]?.text) ? first.types[at] : undefined,
  );
  const result = others.every((other) => other.result?.text === first.result?.text) ? first.result : ANY;
  return new FeelFunction(first.name, [form], first.call, types, result);
}

export function rangeOf(item: FeelType): FeelType {
  const isEnd = (value: unknown) => isNil(value) || item.accepts(value);
  return {
    text: `range<${item.text}>`,
    isList: false,
    accepts: (value) => value instanceof FeelRange && isEnd(value.start) && isEnd(value.end),
    shape: { kind: 'range', item },
  };
}

/** Members are required but may be null; others are allowed. */
export function contextOf(members: readonly (readonly [string, FeelType])[]): FeelType {
  const has = (value: object, name: string, type: FeelType) => {
    if (!Object.hasOwn(value, name)) return false;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    return isNil(member) || type.accepts(member);
  };
  return {
    text: `context<${members.map(([name, type]) => `${name}: ${type.text}`).join(', ')}>`,
    isList: false,
    accepts: (value) => isContext(value) && members.every(([name, type]) => has(value, name, type)),
    shape: { kind: 'context', members },
  };
}

export function functionOf(parameters: readonly FeelType[], result: FeelType): FeelType {
  return {
    text: 'function',
    isList: false,
    accepts: (value) => value instanceof FeelFunction && takes(value, parameters) && conformsTo(value.result ?? UNKNOWN, result),
    shape: { kind: 'function', parameters, result },
  };
}

/** True if the function accepts arguments of these types. */
function takes(value: FeelFunction, given: readonly FeelType[]): boolean {
  const areWanted = value.types.every((type, at) => type === undefined || conformsTo(given[at] ?? UNKNOWN, type));
  return areWanted && value.forms.some((form) => form.length === given.length || form.some((name) => name.startsWith('...')));
}

/** Static type, as far as known without evaluation. */
export function shownType(node: FeelNode): FeelType {
  switch (node.kind) {
    case 'literal':
      // null is of every type
      return node.value === null ? UNKNOWN : (plainType(kindOf(node.value)) ?? UNKNOWN);
    case 'list': {
      const [first, ...others] = node.items.map(shownType);
      return listOf(first !== undefined && others.every(({ text }) => text === first.text) ? first : UNKNOWN);
    }
    case 'context':
      return contextOf(node.entries.map(([name, value]) => [name, shownType(value)] as const));
    default:
      return UNKNOWN;
  }
}
