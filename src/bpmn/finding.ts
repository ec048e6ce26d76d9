import type { Place } from '../engine/model.ts';
import type { XmlElement } from './xml-element.ts';

/** A reason to refuse a file. `subject` is `<tag> '<id>'`, absent on findings about the document (docs/contributing/spec/validation.md#rejections). */
export interface Finding {
  readonly subject?: string;
  readonly text: string;
  readonly place?: Place;
  /** what may be the reason behind it, for people; stands behind the text */
  readonly note?: string;
  /** the rule that it breaks, where it has a name; `clause`: of BPMN 2.0.2 */
  readonly rule?: { readonly name: string; readonly clause?: string };
}

/** Longest diagnostic after `Invalid BPMN: `, in characters (docs/contributing/spec/validation.md#rejection-text). */
const DIAGNOSTIC_LENGTH = 300;
/** Longest repetition of input in a diagnostic, in characters. */
const QUOTE_LENGTH = 80;

/** Input as a diagnostic may repeat it: on one line, at most 80 characters. */
export function quote(input: string): string {
  // cut before folding blanks, so that a long text costs nothing; the factor leaves room for the blanks that are removed
  const line = input
    .slice(0, QUOTE_LENGTH * 20)
    .replace(/\s+/g, ' ')
    .trim();
  return cut(line, QUOTE_LENGTH);
}

/** `<tag> '<id>'`, or the tag alone for an element without id. */
export function subjectOf(xml: XmlElement): string {
  const id = xml.attributes.get('id')?.trim() ?? '';
  return id === '' ? quote(xml.local) : `${quote(xml.local)} '${quote(id)}'`;
}

/** A finding about one element, at the place of its open tag. */
export function findingAt(xml: XmlElement, text: string): Finding {
  return { subject: subjectOf(xml), text, place: xml.place };
}

/**
 * The text after `Invalid BPMN: `: `<kind> '<id>': <text> (line <l>, column <c>)`, at most 300 characters; before the place the rule of the standard,
 * where the finding has one (docs/contributing/spec/validation.md#rejection-text).
 */
export function diagnosticOf(finding: Finding): string {
  const head = finding.subject === undefined ? textOf(finding) : `${finding.subject}: ${textOf(finding)}`;
  const { place, rule } = finding;
  const standard = rule?.clause === undefined ? '' : ` [${rule.name}, BPMN 2.0.2 clause ${rule.clause}]`;
  const tail = `${standard}${place === undefined ? '' : ` (line ${place.line}, column ${place.column})`}`;
  return cut(head.replace(/\s+/g, ' '), DIAGNOSTIC_LENGTH - tail.length) + tail;
}

/** The text of a finding with its note. */
export function textOf({ text, note }: Finding): string {
  return note === undefined ? text : `${text}; ${note}`;
}

/** The same findings in document order; those about the whole document come first. Stable. */
export function inDocumentOrder<T extends { readonly place?: Place }>(items: readonly T[]): T[] {
  return [...items].sort(
    (a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0),
  );
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = text.slice(0, length - 1);
  // half of a surrogate pair is no text
  return `${/[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head}…`;
}
