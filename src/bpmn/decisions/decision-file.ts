import type { CellTest, DecisionText } from '../../engine/model.ts';
import {
  type DecisionSlot,
  isPlainValue,
  type ReadDecisionText,
  readCell,
  readDecisionText,
  readValues,
} from '../../expressions/deploy-decisions.ts';
import { type Finding, quote } from '../finding.ts';
import { camunda, MODELER } from '../namespaces.ts';
import { attributeKey, attributeOf, dialectAttributeOf, type XmlElement } from '../xml-element.ts';
import { partsOf } from './dmn-xml.ts';
import { TypeRefs } from './type-refs.ts';

/** Most texts and cells of one file. */
const MAX_TEXTS = 100_000;
/** Most of them that have to be parsed. */
const MAX_PARSED = 20_000;
/** Most invocations of business knowledge models in one file, each with its own copy: more is a circle, or grows like one. */
const MAX_INVOCATIONS = 1000;
/** Deepest nesting of boxed expressions, invoked ones included. */
const MAX_DEPTH = 200;

/** What reads the texts of one file, and keeps what is wrong with them. */
export class DecisionFile {
  readonly definitions: XmlElement;
  readonly types: TypeRefs;
  /** business knowledge models by name */
  readonly knowledge: ReadonlyMap<string, XmlElement>;
  /** its input and output values are a help for modelers, and nothing is held against them */
  readonly hasHintsOnly: boolean;
  readonly findings: Finding[] = [];
  readonly warnings: string[] = [];
  readonly #language: string | undefined;
  /** the decision that is being read */
  #subject: string | undefined;
  #texts = 0;
  #parsed = 0;
  #invocations = 0;
  #depth = 0;

  constructor(definitions: XmlElement) {
    this.definitions = definitions;
    this.types = new TypeRefs(definitions);
    this.knowledge = new Map(
      partsOf(definitions, 'businessKnowledgeModel').map((xml) => [attributeOf(xml, 'name') ?? '', xml] as const),
    );
    this.#language = attributeOf(definitions, 'expressionLanguage');
    const platform = attributeOf(definitions, attributeKey(MODELER, 'executionPlatform')) ?? attributeOf(definitions, 'exporter');
    this.hasHintsOnly = /camunda|operaton/i.test(platform ?? '');
  }

  begin(decision: XmlElement): void {
    this.#subject = `${decision.local} '${quote(attributeOf(decision, 'id') ?? attributeOf(decision, 'name') ?? '')}'`;
  }

  report(xml: XmlElement, text: string): void {
    this.findings.push({ ...(this.#subject === undefined ? {} : { subject: this.#subject }), text, place: xml.place });
  }

  warn(text: string): void {
    this.warnings.push(this.#subject === undefined ? text : `${this.#subject}: ${text}`);
  }

  /** An expression. @param holders from the innermost out: the first that names a language decides */
  expression(xml: XmlElement, text: string, slot: string, ...holders: readonly XmlElement[]): DecisionText {
    if (text === '') this.report(xml, `${slot} is empty`);
    else if (this.#isWithin(xml, !isPlainValue(text))) {
      const read = this.#taken(xml, text, slot, readDecisionText(text, this.#slot(slot, [xml, ...holders])));
      if (read !== undefined) return read;
    }
    return { kind: 'expression', slot, dialect: 'literal', text, source: text };
  }

  /** The tests of a cell. */
  cell(xml: XmlElement, text: string, slot: string, subject: string | undefined, ...holders: readonly XmlElement[]): CellTest {
    if (!this.#isWithin(xml, false)) return { kind: 'any' };
    const read = this.#taken(xml, text, slot, readCell(text, this.#slot(slot, [xml, ...holders]), subject));
    if (read?.kind === 'text') this.#isWithin(xml, true);
    return read ?? { kind: 'any' };
  }

  /** Values in their order. */
  values(xml: XmlElement, text: string, slot: string): readonly DecisionText[] {
    return this.#taken(xml, text, slot, readValues(text, this.#slot(slot, [xml]))) ?? [];
  }

  #slot(slot: string, holders: readonly XmlElement[]): DecisionSlot {
    const language = holders.map((xml) => attributeOf(xml, 'expressionLanguage')).find((written) => written !== undefined);
    return { slot, language: language ?? this.#language };
  }

  #taken<Text>(xml: XmlElement, text: string, slot: string, read: ReadDecisionText<Text>): Text | undefined {
    if (read.ok) return read.text;
    if (read.isOfUnknownLanguage === true)
      this.report(xml, `${slot}: ${quote(read.reason.replace('script format', 'expression language'))}`);
    else this.report(xml, `${slot}: cannot parse '${quote(text)}': ${quote(read.reason)} at ${read.line}:${read.column}`);
    return undefined;
  }

  /** The file has more texts than may be read: that is reported, and nothing more of it matters. */
  get isFull(): boolean {
    return this.#parsed > MAX_PARSED || this.#texts > MAX_TEXTS || this.#invocations > MAX_INVOCATIONS;
  }

  /** What is inside a boxed expression, or undefined, with a report, when it is nested too deep. */
  inside<Result>(xml: XmlElement, read: () => Result): Result | undefined {
    if (this.isFull) return undefined;
    if (this.#depth >= MAX_DEPTH) {
      this.report(xml, `boxed expressions are nested more than ${MAX_DEPTH} deep`);
      // where models invoke each other there is no end of it
      this.#invocations = MAX_INVOCATIONS + 1;
      return undefined;
    }
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** Counts an invocation; false: there are too many. */
  mayInvoke(xml: XmlElement): boolean {
    this.#invocations += 1;
    if (this.#invocations === MAX_INVOCATIONS + 1)
      this.report(xml, `business knowledge models are invoked more than ${MAX_INVOCATIONS} times`);
    return this.#invocations <= MAX_INVOCATIONS;
  }

  /** False once the file has more texts than may be read; the first one too many is reported. */
  #isWithin(xml: XmlElement, isParsed: boolean): boolean {
    if (isParsed) this.#parsed += 1;
    else this.#texts += 1;
    if (isParsed && this.#parsed === MAX_PARSED + 1) this.report(xml, `the file has more than ${MAX_PARSED} texts to parse`);
    if (!isParsed && this.#texts === MAX_TEXTS + 1) this.report(xml, `the file has more than ${MAX_TEXTS} cells`);
    return !this.isFull;
  }
}

/** Names that Camunda 7 gives the value of an input in its cells. */
export function inputVariablesOf(xml: XmlElement): readonly string[] {
  const named = dialectAttributeOf(xml, (uri) => camunda(uri) || CAMUNDA_DMN.has(uri), 'inputVariable');
  return named === undefined ? ['cellInput'] : ['cellInput', named];
}

const CAMUNDA_DMN: ReadonlySet<string> = new Set(['http://camunda.org/schema/1.0/dmn', 'http://operaton.org/schema/1.0/dmn']);
