import type { TypeNode } from '../syntax/nodes.ts';
import { FeelFunction } from '../values/function.ts';
import { isContext, isNil, type Kind, kindOf } from '../values/kinds.ts';
import { FeelRange } from '../values/range.ts';
import type { FeelType } from '../values/types.ts';

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

const ANY: FeelType = { text: 'Any', isList: false, accepts: (value) => !isNil(value) };

/** The type a text names; undefined when nobody has one of that name. @param types those of the model, by name */
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
    case 'context':
      return contextType(node.members, types);
    case 'function': {
      const parameters = node.parameters.map((parameter) => typeOf(parameter, types));
      return { text: 'function', isList: false, accepts: (value) => value instanceof FeelFunction && takes(value, parameters) };
    }
  }
}

function namedType(name: string, types: ReadonlyMap<string, FeelType>): FeelType | undefined {
  if (name === 'Any') return ANY;
  const kinds = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kinds === undefined) return types.get(name);
  return { text: name, isList: name === 'list', accepts: (value) => kinds.includes(kindOf(value)) };
}

function listOf(item: FeelType): FeelType {
  return {
    text: `list<${item.text}>`,
    isList: true,
    accepts: (value) => Array.isArray(value) && value.every((one) => item.accepts(one ?? null)),
  };
}

function rangeOf(item: FeelType): FeelType {
  const isEnd = (value: unknown) => isNil(value) || item.accepts(value);
  return {
    text: `range<${item.text}>`,
    isList: false,
    accepts: (value) => value instanceof FeelRange && isEnd(value.start) && isEnd(value.end),
  };
}

function contextType(
  members: readonly (readonly [string, TypeNode])[],
  types: ReadonlyMap<string, FeelType>,
): FeelType | undefined {
  const known: (readonly [string, FeelType])[] = [];
  for (const [name, node] of members) {
    const type = typeOf(node, types);
    if (type === undefined) return undefined;
    known.push([name, type]);
  }
  const text = `context<${known.map(([name, type]) => `${name}: ${type.text}`).join(', ')}>`;
  const has = (value: object, name: string, type: FeelType) => {
    if (!Object.hasOwn(value, name)) return false;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    return isNil(member) || type.accepts(member);
  };
  return { text, isList: false, accepts: (value) => isContext(value) && known.every(([name, type]) => has(value, name, type)) };
}

/** Whether a function can be called with arguments of these types. */
function takes(value: FeelFunction, given: readonly (FeelType | undefined)[]): boolean {
  const areWanted = value.types.every((type, at) => type === undefined || type === ANY || type.text === given[at]?.text);
  return areWanted && value.forms.some((form) => form.length === given.length || form.some((name) => name.startsWith('...')));
}
