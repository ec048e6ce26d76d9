import type { Place } from '../engine/model.ts';
import { type DescribedElement, describe } from './description.ts';
import { type Finding, textOf } from './finding.ts';
import { importWarnings } from './import-warnings.ts';
import { type ParsedProcess, parseDefinitions } from './parse-definitions.ts';
import { readXml } from './read-xml.ts';
import type { Validation } from './strict/standard-findings.ts';
import type { PlacedWarning } from './warning.ts';
import { isBpmn } from './xml-element.ts';

/**
 * One thing that is said about a file. An error refuses it at the level asked for, a warning does not.
 * `rule`: of the standard; `executable` for what the engine needs, `ignored` for what would have no effect, `advice` for the rest; those of decisions have names of their own.
 */
export interface FileFinding {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  /** of BPMN 2.0.2 */
  readonly clause?: string;
  /** `<tag> '<id>'`; absent: it is in the text, or the finding is about the file */
  readonly element?: string;
  readonly text: string;
  /** counted from 1 */
  readonly line?: number;
  readonly column?: number;
  /** of a decision table: rule, and input or output, counted from 1 */
  readonly row?: number;
  readonly input?: number;
  readonly output?: number;
}

/** What is said about a file, and what its elements do as far as they can be read. */
export interface FileReport {
  readonly findings: readonly FileFinding[];
  readonly elements: Iterable<DescribedElement>;
}

/** Everything that is to be said about a file, in document order, what the other reader says last. Synchronous; never throws for any text. Empty: nothing. */
export function checkFile(text: string, validation: Validation): readonly FileFinding[] {
  return reportOn(text, validation).findings;
}

/** The same with what the engine does with the elements, made while it is read. */
export function reportOn(text: string, validation: Validation): FileReport {
  if (validation.level === 'off') return { findings: readability(text), elements: [] };
  const parsed = parseDefinitions(text, { validation });
  const isStrict = validation.level === 'strict';
  const errors = parsed.ok ? [] : parsed.findings.map(errorOf);
  // what a strict file must not have is among the errors already
  const warnings = (parsed.placedWarnings ?? []).filter(({ event }) => !isStrict || isAdvice(event)).map(warningOf);
  const ofImport = parsed.placedWarnings === undefined ? [] : importWarnings(text).map((about) => ofReader(about, isStrict));
  const processes = parsed.ok ? parsed.processes : (parsed.drafts ?? []);
  return { findings: [...inReadingOrder([...errors, ...warnings]), ...ofImport], elements: elementsOf(processes) };
}

function* elementsOf(processes: readonly ParsedProcess[]): Generator<DescribedElement> {
  for (const { model } of processes) yield* describe(model);
}

/** Those about the whole file first. */
function inReadingOrder(findings: readonly FileFinding[]): readonly FileFinding[] {
  return [...findings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

/** The least: the file is XML, and its root is that of BPMN. */
function readability(text: string): readonly FileFinding[] {
  const xml = readXml(text);
  if (!xml.ok) return [errorOf(xml.finding)];
  return isBpmn(xml.root, 'definitions') ? [] : [errorOf({ text: 'root element must be definitions', place: xml.root.place })];
}

function isAdvice(event: PlacedWarning['event']): boolean {
  return event === 'more-than-one-process' || event === 'paths-read-each-other';
}

function errorOf(finding: Finding): FileFinding {
  const { subject, place, rule } = finding;
  return {
    severity: 'error',
    rule: rule?.name ?? 'executable',
    ...(rule?.clause === undefined ? {} : { clause: rule.clause }),
    ...(subject === undefined ? {} : { element: subject }),
    text: textOf(finding),
    ...placed(place),
  };
}

function warningOf({ text, place, event }: PlacedWarning): FileFinding {
  return { severity: 'warning', rule: isAdvice(event) ? 'advice' : 'ignored', text, ...placed(place) };
}

/** The other reader gives its place in words, if at all. */
function ofReader(text: string, isStrict: boolean): FileFinding {
  const [whole = '', line, column] = / \(line (\d+), column (\d+)\)$/.exec(text) ?? [];
  const place = line === undefined ? undefined : { line: Number(line), column: Number(column) };
  const words = text.slice(0, text.length - whole.length);
  return { severity: isStrict ? 'error' : 'warning', rule: 'ignored', text: words, ...placed(place) };
}

function placed(place: Place | undefined): Pick<FileFinding, 'line' | 'column'> {
  return place === undefined ? {} : { line: place.line, column: place.column };
}
