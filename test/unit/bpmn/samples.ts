import { diagnosticOf, type ParsedProcess, parseDefinitions, type Warning } from '../../../src/bpmn/parse-definitions.ts';
import { type ElementType, elementOf, type ModelOf } from '../../../src/engine/model.ts';

/** The prefixes of all dialects, declared. */
export const NAMESPACES = [
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
  'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
  'xmlns:fleans="https://fleans.io/schema/bpmn/1.0"',
  'xmlns:legacy="http://fleans.io/schema/bpmn/fleans"',
  'xmlns:modeler="http://camunda.org/schema/modeler/1.0"',
].join(' ');

/** A file with these lines inside `definitions`; the first one is in line 2. */
export function file(...lines: readonly string[]): string {
  return [`<bpmn:definitions ${NAMESPACES}>`, ...lines, '</bpmn:definitions>'].join('\n');
}

/** A file with one process `p` in line 2 and these lines inside; the first one is in line 3. */
export function inProcess(...lines: readonly string[]): string {
  return file('<bpmn:process id="p">', ...lines, '</bpmn:process>');
}

/** As {@link inProcess}, with a start event `s` in line 3; the first line given is in line 4. */
export function withStart(...lines: readonly string[]): string {
  return inProcess('<bpmn:startEvent id="s" />', ...lines);
}

/** Every diagnostic of a file, in order; none when it is accepted. */
export function diagnosticsOf(xml: string): string[] {
  const parsed = parseDefinitions(xml);
  return parsed.ok ? [] : parsed.findings.map(diagnosticOf);
}

/** The processes of a file that must be accepted. */
export function processesOf(xml: string): readonly ParsedProcess[] {
  const parsed = parseDefinitions(xml);
  if (!parsed.ok) throw new Error(parsed.findings.map(diagnosticOf).join('\n'));
  return parsed.processes;
}

/** The warnings of a file that must be accepted. */
export function warningsOf(xml: string): readonly Warning[] {
  const parsed = parseDefinitions(xml);
  if (!parsed.ok) throw new Error(parsed.findings.map(diagnosticOf).join('\n'));
  return parsed.warnings;
}

/** One element of the first process of a file that must be accepted. */
export function elementIn<T extends ElementType>(xml: string, type: T, id: string): ModelOf<T> {
  const element = elementOf(processesOf(xml)[0]!.model, id);
  if (element.type !== type) throw new Error(`'${id}' is a ${element.type}`);
  return element as ModelOf<T>;
}

/** Extension elements around these. */
export function ext(inner: string): string {
  return `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;
}

/** A part of a model with every text as `dialect: source`, so that an expectation fits on a line. */
export function brief(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(brief);
  if (typeof value !== 'object' || value === null) return value;
  const part = value as { readonly kind?: string; readonly dialect?: string; readonly source?: string };
  if (part.kind === 'expression' && part.dialect !== undefined) return `${part.dialect}: ${part.source}`;
  if (part.kind === 'script') return `script ${part.dialect}: ${part.source}`;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, brief(inner)]));
}
