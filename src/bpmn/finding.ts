import type { DecisionCall, Place } from '../engine/model.ts';
import { cutText } from '../engine/values/cut-text.ts';
import type { XmlElement } from './xml/xml-element.ts';

/** Reason to reject a file. `subject`: `<tag> '<id>'`; absent for the document (docs/contributing/spec/validation.md#rejections). */
export interface Finding {
  readonly subject?: string;
  readonly text: string;
  readonly place?: Place;
  /** Possible cause, appended to the text. */
  readonly note?: string;
  /** `clause`: of BPMN 2.0.2. */
  readonly rule?: { readonly name: string; readonly clause?: string };
}

/** Characters after `Invalid BPMN: ` (docs/contributing/spec/validation.md#rejection-text). */
const DIAGNOSTIC_LENGTH = 300;
/** Limit in characters. */
const QUOTE_LENGTH = 80;

/** Input in one line, at most 80 characters. */
export function quote(input: string): string {
  // cut before replacing blanks, to bound the cost; the factor leaves room for removed blanks
  const line = cutText(input, QUOTE_LENGTH * 20)
    .replace(/\s+/g, ' ')
    .trim();
  return cut(line, QUOTE_LENGTH);
}

/** `<tag> '<id>'`, or the tag alone. */
export function subjectOf(xml: XmlElement): string {
  const id = xml.attributes.get('id')?.trim() ?? '';
  return id === '' ? quote(xml.local) : `${quote(xml.local)} '${quote(id)}'`;
}

/** Finding at the start tag. */
export function findingAt(xml: XmlElement, text: string): Finding {
  return { subject: subjectOf(xml), text, place: xml.place };
}

/**
 * `<kind> '<id>': <text> [<rule>] (line <l>, column <c>)`, at most 300 characters, after `Invalid BPMN: `. The rule is optional
 * (docs/contributing/spec/validation.md#rejection-text).
 */
export function diagnosticOf(finding: Finding): string {
  const head = finding.subject === undefined ? textOf(finding) : `${finding.subject}: ${textOf(finding)}`;
  const { place, rule } = finding;
  const standard = rule?.clause === undefined ? '' : ` [${rule.name}, BPMN 2.0.2 clause ${rule.clause}]`;
  const tail = `${standard}${place === undefined ? '' : ` (line ${place.line}, column ${place.column})`}`;
  return cut(head.replace(/\s+/g, ' '), DIAGNOSTIC_LENGTH - tail.length) + tail;
}

export function textOf({ text, note }: Finding): string {
  return note === undefined ? text : `${text}; ${note}`;
}

/** Stable sort; items without place come first. */
export function inDocumentOrder<T extends { readonly place?: Place }>(items: readonly T[]): T[] {
  return [...items].sort(
    (a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0),
  );
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${cutText(text, length - 1)}…`;
}

/**
 * Part of an accepted file that is ignored or may behave unexpectedly. `event`: log event (docs/reference/log-events.md). `name`: attribute or extension
 * (docs/contributing/spec/validation.md#warnings).
 */
export interface Warning {
  readonly event:
    | 'activation-condition-ignored'
    | 'more-than-one-process'
    | 'attribute-ignored'
    | 'error-reference-names-no-error'
    | 'paths-read-each-other';
  readonly processKey: string;
  readonly elementId?: string;
  readonly name?: string;
  /** Obsolete if this decision exists in another deployment. */
  readonly unless?: DecisionCall;
  readonly text: string;
}

/** `place`: only for sorting. */
export interface PlacedWarning extends Warning {
  readonly place: Place;
}

/** Adds the subject before `text`. */
export function warningAt(
  xml: XmlElement,
  processKey: string,
  what: Pick<Warning, 'event' | 'text' | 'name' | 'elementId' | 'unless'>,
): PlacedWarning {
  const elementId = what.elementId ?? xml.attributes.get('id')?.trim();
  return {
    event: what.event,
    processKey,
    ...(elementId === undefined ? {} : { elementId }),
    ...(what.name === undefined ? {} : { name: what.name }),
    ...(what.unless === undefined ? {} : { unless: what.unless }),
    text: `${subjectOf(xml)}: ${what.text}`,
    place: xml.place,
  };
}

export function withoutPlace(warning: PlacedWarning): Warning {
  const { place: _place, ...rest } = warning;
  return Object.freeze(rest);
}
