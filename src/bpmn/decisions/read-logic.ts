import type { ContextEntry, DecisionLogic, NamedLogic, TypedName } from '../../engine/model.ts';
import { quote } from '../finding.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import type { DecisionFile } from './decision-file.ts';
import { partOf, partsOf, textIn } from './dmn-xml.ts';
import { readTable } from './read-table.ts';

const EXPRESSIONS: readonly string[] = [
  ...['decisionTable', 'literalExpression', 'context', 'list', 'relation', 'invocation', 'conditional'],
  ...['functionDefinition', 'for', 'every', 'some', 'filter'],
];

const NOTHING: DecisionLogic = Object.freeze({ kind: 'list', items: Object.freeze([]) });

/** First boxed expression directly in the element. */
export function expressionIn(xml: XmlElement): XmlElement | undefined {
  return partsOf(xml, ...EXPRESSIONS)[0];
}

/**
 * Reports unsupported ones (docs/contributing/spec/decisions.md#logic).
 * @param name of the only output of a table, if it has none
 */
export function readLogic(xml: XmlElement, name: string, file: DecisionFile): DecisionLogic {
  if (file.isFull) return NOTHING;
  const logic = readBoxed(xml, name, file);
  const type = file.hasHintsOnly ? 'any' : file.types.of(xml);
  // a table has a type per output
  return type === 'any' || logic.kind === 'table' ? logic : { kind: 'typed', type, logic };
}

function readBoxed(xml: XmlElement, name: string, file: DecisionFile): DecisionLogic {
  switch (xml.local) {
    case 'decisionTable':
      return readTable(xml, name, file);
    case 'literalExpression':
      return { kind: 'text', text: file.expression(xml, textIn(xml), 'expression') };
    case 'list':
      return { kind: 'list', items: partsOf(xml, ...EXPRESSIONS).map((item) => readLogic(item, name, file)) };
    case 'context':
      return { kind: 'context', entries: partsOf(xml, 'contextEntry').map((entry) => readEntry(entry, file)) };
    case 'relation':
      return readRelation(xml, file);
    case 'invocation':
      return readInvocation(xml, file);
    case 'conditional':
      return {
        kind: 'conditional',
        test: readInside(xml, 'if', file),
        positive: readInside(xml, 'then', file),
        negative: readInside(xml, 'else', file),
      };
    case 'functionDefinition':
      return readFunction(xml, name, file);
    case 'for':
      return { kind: 'for', ...readIteration(xml, file), each: readInside(xml, 'return', file) };
    case 'every':
    case 'some': {
      const test = readInside(xml, 'satisfies', file);
      return { kind: 'quantified', isEvery: xml.local === 'every', ...readIteration(xml, file), test };
    }
    case 'filter':
      return { kind: 'filter', list: readInside(xml, 'in', file), match: readInside(xml, 'match', file) };
    default:
      file.report('dmn-expression', xml, `boxed ${quote(xml.local)} is not supported`);
      return NOTHING;
  }
}

function readInside(xml: XmlElement, local: string, file: DecisionFile): DecisionLogic {
  const holder = partOf(xml, local);
  return readWithin(holder ?? xml, holder, local, file);
}

/** Reports a missing one at `xml`. */
function readWithin(xml: XmlElement, holder: XmlElement | undefined, what: string, file: DecisionFile): DecisionLogic {
  const inside = holder && expressionIn(holder);
  if (inside !== undefined) return readLogic(inside, what, file);
  file.report('dmn-expression', xml, `${what} has no expression`);
  return NOTHING;
}

function readEntry(xml: XmlElement, file: DecisionFile): ContextEntry {
  const variable = partOf(xml, 'variable');
  const name = variable && attributeOf(variable, 'name');
  return {
    ...(name === undefined ? {} : { name }),
    type: file.types.of(variable),
    logic: readWithin(xml, xml, name === undefined ? 'context entry' : `context entry '${quote(name)}'`, file),
  };
}

/** Rows become contexts with the column names as keys. */
function readRelation(xml: XmlElement, file: DecisionFile): DecisionLogic {
  const columns = partsOf(xml, 'column').map((column) => attributeOf(column, 'name') ?? '');
  const items = partsOf(xml, 'row').map((row): DecisionLogic => {
    const cells = partsOf(row, ...EXPRESSIONS);
    if (cells.length !== columns.length)
      file.report('dmn-expression', row, `row has ${cells.length} entries for ${columns.length} columns`);
    const entries = cells.map((cell, at): ContextEntry => {
      return { name: columns[at] ?? '', type: 'any', logic: readLogic(cell, columns[at] ?? '', file) };
    });
    return { kind: 'context', entries };
  });
  return { kind: 'list', items };
}

/** Boxed function, or logic of a business knowledge model. @param what name in messages */
export function readFunction(xml: XmlElement, what: string, file: DecisionFile): Extract<DecisionLogic, { kind: 'function' }> {
  const kind = attributeOf(xml, 'kind') ?? 'FEEL';
  if (kind.toUpperCase() !== 'FEEL') file.report('dmn-function', xml, `function kind '${quote(kind)}' is not supported`);
  const parameters = partsOf(xml, 'formalParameter').map((formal): TypedName => {
    return { name: attributeOf(formal, 'name') ?? '', type: file.types.of(formal) };
  });
  return { kind: 'function', parameters, body: readWithin(xml, xml, what, file) };
}

function readIteration(xml: XmlElement, file: DecisionFile): { readonly variable: string; readonly list: DecisionLogic } {
  const variable = attributeOf(xml, 'iteratorVariable');
  if (variable === undefined) file.report('dmn-expression', xml, `boxed ${xml.local} needs an iteratorVariable`);
  return { variable: variable ?? '', list: readInside(xml, 'in', file) };
}

function readInvocation(xml: XmlElement, file: DecisionFile): DecisionLogic {
  const called = partOf(xml, 'literalExpression');
  const name = called === undefined ? '' : textIn(called);
  const model = partsOf(file.definitions, 'businessKnowledgeModel').find((one) => attributeOf(one, 'name') === name);
  const isName = /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name);
  if (called === undefined || name === '' || (isName && !file.names.has(name.replace(/\s+/g, ' ')))) {
    file.report('dmn-invocation', xml, `business knowledge model '${quote(name)}' is not in the file`);
    return NOTHING;
  }
  const bindings = partsOf(xml, 'binding');
  const written = model && partOf(model, 'encapsulatedLogic');
  if (written !== undefined) checkBindings(xml, { name, written, bindings }, file);
  return {
    kind: 'call',
    callee: file.expression(called, name, 'function'),
    arguments: bindings.map((binding): NamedLogic => {
      const parameter = parameterOf(binding);
      return { name: parameter, logic: readWithin(binding, binding, `parameter '${quote(parameter)}'`, file) };
    }),
  };
}

function checkBindings(
  xml: XmlElement,
  { name, written, bindings }: { readonly name: string; readonly written: XmlElement; readonly bindings: readonly XmlElement[] },
  file: DecisionFile,
): void {
  const parameters = partsOf(written, 'formalParameter').map((formal) => attributeOf(formal, 'name') ?? '');
  const bound = bindings.map(parameterOf);
  for (const parameter of parameters) {
    if (!bound.includes(parameter)) file.report('dmn-invocation', xml, `parameter '${quote(parameter)}' has no expression`);
  }
  for (const [at, stray] of bound.entries()) {
    if (!parameters.includes(stray))
      file.report(
        'dmn-invocation',
        bindings[at] ?? xml,
        `business knowledge model '${quote(name)}' has no parameter '${quote(stray)}'`,
      );
  }
}

function parameterOf(binding: XmlElement): string {
  const parameter = partOf(binding, 'parameter');
  return (parameter && attributeOf(parameter, 'name')) ?? '';
}
