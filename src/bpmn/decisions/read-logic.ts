import type { ContextEntry, DecisionLogic, DecisionParameter } from '../../engine/model.ts';
import { quote } from '../finding.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import type { DecisionFile } from './decision-file.ts';
import { partOf, partsOf, textIn } from './dmn-xml.ts';
import { readTable } from './read-table.ts';

/** Every boxed expression of DMN. */
const EXPRESSIONS: readonly string[] = [
  ...['decisionTable', 'literalExpression', 'context', 'list', 'relation', 'invocation', 'conditional'],
  ...['functionDefinition', 'for', 'every', 'some', 'filter'],
];

const NOTHING: DecisionLogic = Object.freeze({ kind: 'list', items: Object.freeze([]) });

/** The expression inside an element; undefined when there is none. */
export function expressionIn(xml: XmlElement): XmlElement | undefined {
  return partsOf(xml, ...EXPRESSIONS)[0];
}

/** What a boxed expression says; what is not done is reported by name (docs/spec/decisions.md#logic). */
export function readLogic(xml: XmlElement, name: string, file: DecisionFile): DecisionLogic {
  return file.inside(xml, () => readBoxed(xml, name, file)) ?? NOTHING;
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
    default:
      file.report(xml, `boxed ${quote(xml.local)} is not supported`);
      return NOTHING;
  }
}

function readInside(xml: XmlElement, local: string, file: DecisionFile): DecisionLogic {
  const holder = partOf(xml, local);
  return readWithin(holder ?? xml, holder, local, file);
}

/** The expression inside `holder`; a missing one is reported at `xml`. */
function readWithin(xml: XmlElement, holder: XmlElement | undefined, what: string, file: DecisionFile): DecisionLogic {
  const inside = holder && expressionIn(holder);
  if (inside !== undefined) return readLogic(inside, what, file);
  file.report(xml, `${what} has no expression`);
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

/** Rows of a relation are contexts with the columns as names. */
function readRelation(xml: XmlElement, file: DecisionFile): DecisionLogic {
  const columns = partsOf(xml, 'column').map((column) => attributeOf(column, 'name') ?? '');
  const items = partsOf(xml, 'row').map((row): DecisionLogic => {
    const cells = partsOf(row, ...EXPRESSIONS);
    if (cells.length !== columns.length) file.report(row, `row has ${cells.length} entries for ${columns.length} columns`);
    const entries = cells.map((cell, at): ContextEntry => {
      return { name: columns[at] ?? '', type: 'any', logic: readLogic(cell, columns[at] ?? '', file) };
    });
    return { kind: 'context', entries };
  });
  return { kind: 'list', items };
}

function readInvocation(xml: XmlElement, file: DecisionFile): DecisionLogic {
  const called = partOf(xml, 'literalExpression');
  const name = called === undefined ? '' : textIn(called);
  const model = file.knowledge.get(name);
  const written = model && partOf(model, 'encapsulatedLogic');
  if (written === undefined) {
    file.report(xml, `business knowledge model '${quote(name)}' is not in the file`);
    return NOTHING;
  }
  if (!file.mayInvoke(xml)) return NOTHING;
  const kind = attributeOf(written, 'kind') ?? 'FEEL';
  if (kind.toUpperCase() !== 'FEEL') file.report(written, `function kind '${quote(kind)}' is not supported`);
  const bindings = new Map(partsOf(xml, 'binding').map((binding) => [parameterOf(binding), binding] as const));
  const parameters = partsOf(written, 'formalParameter').map((formal): DecisionParameter => {
    const parameter = attributeOf(formal, 'name') ?? '';
    const binding = bindings.get(parameter);
    bindings.delete(parameter);
    const logic = readWithin(binding ?? xml, binding, `parameter '${quote(parameter)}'`, file);
    return { name: parameter, type: file.types.of(formal), logic };
  });
  for (const [stray, binding] of bindings) {
    file.report(binding, `business knowledge model '${quote(name)}' has no parameter '${quote(stray)}'`);
  }
  return {
    kind: 'invocation',
    parameters,
    body: readWithin(written, written, `business knowledge model '${quote(name)}'`, file),
  };
}

function parameterOf(binding: XmlElement): string {
  const parameter = partOf(binding, 'parameter');
  return (parameter && attributeOf(parameter, 'name')) ?? '';
}
