import type { DecisionCall, Place } from '../engine/model.ts';
import { type DescribedElement, describe } from './description/description.ts';
import { type Finding, type PlacedWarning, textOf } from './finding.ts';
import { importWarnings } from './import-warnings.ts';
import { type ParsedProcess, parseDefinitions } from './parse-definitions.ts';
import type { ScriptResources } from './reading.ts';
import type { Validation } from './strict/standard-findings.ts';
import { readXml } from './xml/read-xml.ts';
import { isBpmn } from './xml/xml-element.ts';

/**
 * An error rejects the file at the requested level. `rule`: of the BPMN standard; else `executable` for requirements of the engine, `ignored` for
 * content without effect, `advice` for other warnings. Decision files have their own rules.
 */
export interface FileFinding {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  /** Clause of BPMN 2.0.2. */
  readonly clause?: string;
  /** `<tag> '<id>'`. Absent if in the text, or if about the whole file. */
  readonly element?: string;
  readonly text: string;
  /** Counts from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Rule and column of a decision table, from 1. */
  readonly row?: number;
  readonly input?: number;
  readonly output?: number;
  /** Obsolete if this decision exists in another deployment. */
  readonly unless?: DecisionCall;
}

/** Describes the elements that could be read. */
export interface FileReport {
  readonly findings: readonly FileFinding[];
  readonly elements: Iterable<DescribedElement>;
}

/**
 * Whole file first, then in document order, then bpmn-moddle. Level `off` only checks that it is XML with a BPMN root element. Synchronous; never
 * throws. `scripts`: deployed with the file.
 */
export function checkFile(text: string, validation: Validation, scripts: ScriptResources = {}): readonly FileFinding[] {
  return reportOn(text, validation, scripts).findings;
}

/** `checkFile`, with descriptions of the same parse. */
export function reportOn(text: string, validation: Validation, scripts: ScriptResources = {}): FileReport {
  if (validation.level === 'off') return { findings: readability(text), elements: [] };
  const parsed = parseDefinitions(text, { validation, scripts });
  const isStrict = validation.level === 'strict';
  const errors = parsed.ok ? [] : parsed.findings.map(errorOf);
  // at level strict the errors already include ignored content
  const warnings = (parsed.placedWarnings ?? []).filter(({ event }) => !isStrict || isAdvice(event)).map(warningOf);
  const ofImport = parsed.placedWarnings === undefined ? [] : importWarnings(text).map((about) => moddleFinding(about, isStrict));
  const processes = parsed.ok ? parsed.processes : (parsed.drafts ?? []);
  return { findings: [...inReadingOrder([...errors, ...warnings]), ...ofImport], elements: elementsOf(processes) };
}

function* elementsOf(processes: readonly ParsedProcess[]): Generator<DescribedElement> {
  for (const { model } of processes) yield* describe(model);
}

/** Sorts by place; whole file first. */
function inReadingOrder(findings: readonly FileFinding[]): readonly FileFinding[] {
  return [...findings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

/** XML with a BPMN root element. */
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

function warningOf({ text, place, event, unless }: PlacedWarning): FileFinding {
  const rule = isAdvice(event) ? 'advice' : 'ignored';
  return { severity: 'warning', rule, text, ...placed(place), ...(unless === undefined ? {} : { unless }) };
}

/** Its place, if any, is in the text. */
function moddleFinding(text: string, isStrict: boolean): FileFinding {
  const [whole = '', line, column] = / \(line (\d+), column (\d+)\)$/.exec(text) ?? [];
  const place = line === undefined ? undefined : { line: Number(line), column: Number(column) };
  const words = text.slice(0, text.length - whole.length);
  return { severity: isStrict ? 'error' : 'warning', rule: 'ignored', text: words, ...placed(place) };
}

function placed(place: Place | undefined): Pick<FileFinding, 'line' | 'column'> {
  return place === undefined ? {} : { line: place.line, column: place.column };
}
