import { type ApiShape, type ClientOperation, refName, type Schema } from './api-shape.ts';

const HEAD = '# Made from the OpenAPI document by `npm run clients:write`. Do not edit.\n';
/** No name of a member of a class; Python 3.9 to 3.13. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal
  not or pass raise return try while with yield`.split(/\s+/),
);
/** Longest line of a description. Unit: characters. */
const WIDTH = 120;

/** The generated modules of the package in Python, by file name. */
export function pythonFiles(shape: ApiShape): Readonly<Record<string, string>> {
  return { 'types.py': typesText(shape), '_operations.py': operationsText(shape) };
}

/** Definitions in the order in which they are needed: Python reads from above, and what is quoted may come later. */
function typesText({ schemas }: ApiShape): string {
  const written: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) define(name, schema, written);
  return `${HEAD}"""What requests and answers hold, by the names of the document."""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

${written.join('\n')}`;
}

/** Writes a type under a name, behind those that it needs. */
function define(name: string, schema: Schema, written: string[]): void {
  if (schema.properties === undefined) {
    written.push(`${name} = ${typeOf(name, schema, written)}\n`);
    return;
  }
  const { properties, required = [] } = schema;
  const members = Object.entries(properties).map(([member, one]) => ({
    member,
    type: typeOf(`${name}${member.charAt(0).toUpperCase()}${member.slice(1)}`, one, written),
    isNeeded: required.includes(member),
    description: one.description,
  }));
  const needed = members.filter(({ isNeeded }) => isNeeded);
  const more = members.filter(({ isNeeded }) => !isNeeded);
  const dictOf = (label: string, some: typeof members, isTotal: boolean) =>
    `TypedDict(\n    "${label}",\n    {\n${some.map(({ member, type, description }) => `${comment(description, '        ')}        "${member}": ${type},\n`).join('')}    },\n${isTotal ? '' : '    total=False,\n'})\n`;
  const isMixed = needed.length > 0 && more.length > 0;
  if (!isMixed) {
    written.push(`${name} = ${dictOf(name, members, more.length === 0)}`);
    return;
  }
  written.push(`_${name}Needed = ${dictOf(`_${name}Needed`, needed, true)}_${name}More = ${dictOf(`_${name}More`, more, false)}`);
  written.push(
    `\nclass ${name}(_${name}Needed, _${name}More):\n    """${schema.description ?? `Needs ${needed.map(({ member }) => member).join(', ')}.`}"""\n\n`,
  );
}

function comment(description: string | undefined, indent: string): string {
  return description === undefined
    ? ''
    : `${wrapped(description, WIDTH - indent.length - 2)
        .map((line) => `${indent}# ${line}\n`)
        .join('')}`;
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** The type of a schema; what has its own members is written under `name` first. */
function typeOf(name: string, schema: Schema, written: string[]): string {
  if (schema.$ref !== undefined) return `"${refName(schema.$ref)}"`;
  const kinds = [schema.type ?? []].flat();
  const orNone = (type: string) => (kinds.includes('null') ? `Optional[${type}]` : type);
  if (schema.enum !== undefined)
    return orNone(`Literal[${schema.enum.map((one) => (one === true ? 'True' : JSON.stringify(one))).join(', ')}]`);
  if (schema.anyOf !== undefined)
    return `Union[${schema.anyOf.map((one) => (one.type === 'null' ? 'None' : typeOf(name, one, written))).join(', ')}]`;
  const [kind] = kinds.filter((one) => one !== 'null');
  return kind === undefined ? 'Any' : orNone(typeOfKind(kind, name, schema, written));
}

const SIMPLE: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

function typeOfKind(kind: string, name: string, schema: Schema, written: string[]): string {
  if (kind === 'array') return `List[${typeOf(`${name}Item`, schema.items ?? {}, written)}]`;
  if (kind !== 'object') return SIMPLE[kind] ?? 'Any';
  if (schema.properties === undefined) return 'Dict[str, Any]';
  define(name, { ...schema, type: 'object' }, written);
  return `"${name}"`;
}

/** `findInstances` → `find_instances`. */
export function snakeCase(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

function operationsText(shape: ApiShape): string {
  // calls here end with their answer: what has no end is for the language's own way of reading streams
  const operations = shape.operations.filter(({ gives }) => gives !== 'stream');
  const lists = operations.filter(({ row }) => row !== undefined);
  return `${HEAD}"""The operations of the API, one method each: parts of the path, then the body or the query, then options."""

from typing import Any, Dict, Iterator, NamedTuple, Optional, Union, cast

from . import types
from ._options import CallOptions


class Operation(NamedTuple):
    """How an operation is sent."""

    method: str
    path: str
    gives: str
    is_keyed: bool
    reads_projection: bool
    is_service: bool


class ApiMethods:
    def _call(
        self, operation: Operation, parts: Dict[str, Any], query: Dict[str, Any], body: Any, options: Optional[CallOptions]
    ) -> Any:
        raise NotImplementedError

${operations.map(methodText).join('\n')}

class ApiLists:
    """The lists, row by row over all their pages."""

    def __init__(self, api: ApiMethods) -> None:
        self._api = api

    def _rows(self, operation: Operation, parts: Dict[str, Any], query: Dict[str, Any], options: Optional[CallOptions]) -> Iterator[Any]:
        first = query.pop("page", None) or 1
        size = query.pop("pageSize", None) or 100
        page = first
        while True:
            answer = self._api._call(operation, parts, {**query, "page": page, "pageSize": size}, None, options)
            rows = answer.get("items", answer.get("data", []))
            yield from rows
            if len(rows) < answer["pageSize"]:
                return
            page += 1

${lists.map(listText).join('\n')}`;
}

function argumentsOf(operation: ClientOperation): string {
  const { parts, body, isBodyNeeded, query, takes } = operation;
  const given = ['self', ...parts.map((part) => `${snakeCase(part)}: ${part === 'version' ? 'Union[int, str]' : 'str'}`)];
  if (takes === 'body') given.push(`body: ${isBodyNeeded ? qualified(body ?? {}) : `Optional[${qualified(body ?? {})}] = None`}`);
  given.push(
    '*',
    ...query.map(({ name }) => `${snakeCase(name)}: Optional[${/^page(?:Size)?$/.test(name) ? 'int' : 'str'}] = None`),
  );
  return [...given, 'options: Optional[CallOptions] = None'].join(', ');
}

function operationOf(one: ClientOperation): string {
  const flag = (is: boolean) => (is ? 'True' : 'False');
  return `Operation("${one.method}", "${one.path}", "${one.gives}", ${flag(one.isKeyed)}, ${flag(one.readsProjection)}, ${flag(one.isService)})`;
}

const partsText = ({ parts }: ClientOperation) => `{${parts.map((part) => `"${part}": ${snakeCase(part)}`).join(', ')}}`;
const queryText = ({ query }: ClientOperation) => `{${query.map(({ name }) => `"${name}": ${snakeCase(name)}`).join(', ')}}`;

function methodText(one: ClientOperation): string {
  const body = one.takes === 'body' ? 'body if body is not None else {}' : 'None';
  const answer = one.gives === 'empty' ? 'None' : one.gives === 'text' ? 'str' : qualified(one.answer ?? {});
  const call = `self._call(\n            ${operationOf(one)}, ${partsText(one)}, ${queryText(one)}, ${body}, options\n        )`;
  const last = answer === 'None' ? call : `return cast(${JSON.stringify(answer)}, ${call})`;
  return `    def ${snakeCase(one.name)}(${argumentsOf(one)}) -> ${answer}:
        """${one.summary}. \`${one.method} ${one.path}\`"""
        ${last}
`;
}

function listText(one: ClientOperation): string {
  const row = qualified(one.row ?? {});
  return `    def ${snakeCase(one.name)}(${argumentsOf(one)}) -> Iterator[${row}]:
        """${one.summary}. \`${one.method} ${one.path}\`"""
        return self._rows(
            ${operationOf(one)}, ${partsText(one)}, ${queryText(one)}, options
        )
`;
}

/** A type as the module of operations names it; what has no own name is any JSON. */
function qualified(schema: Schema): string {
  return schema.$ref === undefined ? 'Dict[str, Any]' : `types.${refName(schema.$ref)}`;
}
