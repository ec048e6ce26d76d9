import type { CellTest, DecisionText, Place } from '../../engine/model.ts';
import { inexactReason, isInexact } from '../../engine/values/exact-numbers.ts';
import type { TextRules } from '../../expressions/deploy.ts';
import {
  type DecisionSlot,
  isPlainValue,
  type ReadDecisionText,
  readCell,
  readDecisionText,
  readValues,
} from '../../expressions/deploy-decisions.ts';
import { decisionDialectOf } from '../dialects/decision-files.ts';
import { type Finding, quote } from '../finding.ts';
import { READING_OF_DIALECTS } from '../reading.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import type { DecisionErrorRule, DecisionWarning, DecisionWarningRule, TablePlace } from './decision-finding.ts';
import { idInHref, partsOf, placeInHref, textIn } from './dmn-xml.ts';
import { excessAt, MAX_PARSED, MAX_TEXTS } from './table-size.ts';
import { TypeRefs } from './type-refs.ts';

/** Rules for the decision files of a deployment. */
export interface FileRules {
  /** Compatibility kit: enforces allowed values and types, never treats them as hints. */
  readonly isStandard: boolean;
  /** Compatibility level, as for processes (docs/contributing/spec/validation.md#readings). */
  readonly reading: number;
}

/** Reads expressions, and collects errors and warnings. */
export class DecisionFile {
  readonly definitions: XmlElement;
  readonly types: TypeRefs;
  /** Names in this file and callable names of other files, possibly with spaces and special characters. */
  readonly names: Set<string>;
  /** Business knowledge models by id in the deployment. */
  readonly requiredFunctions = new Map<string, XmlElement>();
  /** True for the compatibility kit. */
  readonly isStandard: boolean;
  readonly #siblings: readonly DecisionFile[];
  /** Types and allowed values are editor hints, not enforced. */
  readonly hasHintsOnly: boolean;
  /** True if table values are converted (docs/contributing/spec/decisions.md#types-of-camunda-7). */
  readonly convertsValues: boolean;
  readonly #rules: TextRules;
  readonly findings: Finding[] = [];
  readonly warnings: DecisionWarning[] = [];
  /** Places for error messages. */
  readonly places = new WeakMap<object, Place>();
  readonly #language: string | undefined;
  /** Description of the current decision. */
  #subject: string | undefined;
  #place: Place | undefined;
  #texts = 0;
  #parsed = 0;

  /** @param siblings all files of the deployment with this one; may be filled later */
  constructor(definitions: XmlElement, siblings: readonly DecisionFile[], { isStandard, reading }: FileRules) {
    this.definitions = definitions;
    this.#siblings = siblings;
    this.isStandard = isStandard;
    this.names = new Set(namesIn(definitions));
    this.types = new TypeRefs({
      definitions,
      allowed: (xml, item) => (this.hasHintsOnly || textIn(xml) === '' ? undefined : this.#allowed(xml, item)),
      refuse: (xml, what) => this.#refuseType(xml, what),
      importedBy: (name) => this.#importedBy(name)?.types,
      withoutName: () => [...this.#withoutName()].map((file) => file.types),
    });
    this.#language = attributeOf(definitions, 'expressionLanguage');
    const dialect = decisionDialectOf(definitions, { isStandard, followsDialects: reading >= READING_OF_DIALECTS });
    this.hasHintsOnly = dialect.hasHintsOnly;
    this.convertsValues = dialect.convertsValues;
    this.#rules = dialect.texts;
  }

  get namespace(): string | undefined {
    return attributeOf(this.definitions, 'namespace');
  }

  /** Id: the decision id is unique per deployment, in the compatibility kit only per file. */
  knownId(id: string, namespace: string | undefined = this.namespace): string {
    return this.isStandard ? `${namespace ?? ''}#${id}` : id;
  }

  /** Returns undefined if the target is not deployed. */
  find(href: XmlElement, ...locals: readonly string[]): FoundElement | undefined {
    const place = placeInHref(href);
    const isHere = place === undefined || place === this.namespace;
    const id = idInHref(href);
    const group = isHere ? undefined : this.#groupOf(place);
    for (const file of isHere ? this.#here() : this.#siblings.filter(({ namespace }) => namespace === place)) {
      const xml = partsOf(file.definitions, ...locals).find((part) => attributeOf(part, 'id') === id);
      if (xml !== undefined) return { file, xml, ...(group === undefined ? {} : { group }) };
    }
    return undefined;
  }

  /** Id in the deployment. */
  idOf(href: XmlElement): string | undefined {
    const id = idInHref(href);
    if (id === undefined) return undefined;
    const found = this.find(href, 'decision', 'decisionService');
    if (found === undefined) return this.knownId(id, placeInHref(href));
    const { file, xml } = this.isStandard ? this.#inModel(found) : found;
    return this.knownId(attributeOf(xml, 'id') ?? id, file.namespace);
  }

  /** Compatibility kit: the first file is the model, and includes imports without a name. Its own definitions take precedence. */
  #inModel(found: FoundElement): FoundElement {
    const model = this.#siblings[0] ?? this;
    const files = [...model.#here()];
    const name = attributeOf(found.xml, 'name');
    for (const file of files.includes(found.file) ? files : []) {
      const xml = partsOf(file.definitions, found.xml.local).find((part) => attributeOf(part, 'name') === name);
      if (xml !== undefined) return { file, xml };
    }
    return found;
  }

  /** Id, or the name: some decisions of the compatibility kit have no id. */
  ownId(decision: XmlElement): string | undefined {
    return attributeOf(decision, 'id') ?? (this.isStandard ? attributeOf(decision, 'name') : undefined);
  }

  /** Files referenced without prefix: this one and imports without a name. */
  *#here(): Iterable<DecisionFile> {
    yield this;
    yield* this.#withoutName();
  }

  /** Files, each before its own imports. */
  *#withoutName(known: Set<DecisionFile> = new Set([this])): Iterable<DecisionFile> {
    for (const imported of partsOf(this.definitions, 'import')) {
      if ((attributeOf(imported, 'name') ?? '') !== '') continue;
      const namespace = attributeOf(imported, 'namespace');
      const file = this.#siblings.find((other) => namespace !== undefined && other.namespace === namespace);
      if (file === undefined || known.has(file)) continue;
      known.add(file);
      yield file;
      yield* file.#withoutName(known);
    }
  }

  /** Name of the import; undefined if not imported. */
  #groupOf(namespace: string): string | undefined {
    const imported = partsOf(this.definitions, 'import').find((one) => attributeOf(one, 'namespace') === namespace);
    return (imported && attributeOf(imported, 'name')) || undefined;
  }

  #importedBy(name: string): DecisionFile | undefined {
    const imported = partsOf(this.definitions, 'import').find((one) => attributeOf(one, 'name') === name);
    const namespace = imported && attributeOf(imported, 'namespace');
    return namespace === undefined ? undefined : this.#siblings.find((file) => file.namespace === namespace);
  }

  #allowed(xml: XmlElement, item: string): CellTest {
    const subject = this.#subject;
    this.#subject = `itemDefinition '${quote(item)}'`;
    const cell = this.cell(xml, textIn(xml), xml.local);
    this.#subject = subject;
    return cell;
  }

  #refuseType(xml: XmlElement, what: string): void {
    const name = xml === this.definitions ? undefined : attributeOf(xml, 'name');
    const subject = name === undefined ? {} : { subject: `itemDefinition '${quote(name)}'` };
    this.findings.push({ ...subject, text: what, place: xml.place, rule: { name: 'dmn-size' satisfies DecisionErrorRule } });
  }

  /** Sets the subject of the following findings and warnings. */
  begin(decision: XmlElement): void {
    this.#place = decision.place;
    this.#subject = `${decision.local} '${quote(attributeOf(decision, 'id') ?? attributeOf(decision, 'name') ?? '')}'`;
  }

  /** Rejects the file. */
  report(rule: DecisionErrorRule, xml: XmlElement, text: string): void {
    this.findings.push({ ...this.#about, text, place: xml.place, rule: { name: rule } });
  }

  /** @param place default: the element that is read */
  warn(rule: DecisionWarningRule, text: string, place: Place | undefined = this.#place, at: TablePlace = {}): void {
    this.warnings.push({ rule, ...this.#about, text, ...(place === undefined ? {} : { place }), ...at });
  }

  get #about(): { readonly subject?: string } {
    return this.#subject === undefined ? {} : { subject: this.#subject };
  }

  /**
   * Reports an invalid text and returns the expression `null`.
   * @param holders elements with a possible language attribute, innermost first
   */
  expression(xml: XmlElement, text: string, slot: string, ...holders: readonly XmlElement[]): DecisionText {
    if (text === '') this.report('dmn-text', xml, `${slot} is empty`);
    else if (this.#isWithin(xml, !isPlainValue(text))) {
      const read = this.#taken(xml, text, slot, readDecisionText(text, this.#slot(slot, [xml, ...holders])));
      // a stored version with it fails during evaluation
      if (isInexact(text.trim())) this.report('dmn-text', xml, `${slot}: ${inexactReason(text.trim())}`);
      if (read !== undefined) return this.#withPlace(xml, read);
    }
    // stored files stay accepted
    return { kind: 'expression', slot, dialect: 'feel', text, source: 'null' };
  }

  /** Reports an invalid text and returns a test that always passes. */
  cell(xml: XmlElement, text: string, slot: string, ...holders: readonly XmlElement[]): CellTest {
    if (!this.#isWithin(xml, false)) return { kind: 'any' };
    const read = this.#taken(xml, text, slot, readCell(text, this.#slot(slot, [xml, ...holders])));
    if (read?.kind === 'text') this.#isWithin(xml, true);
    return read === undefined ? { kind: 'any' } : this.#withPlace(xml, read);
  }

  #withPlace<Text extends object>(xml: XmlElement, text: Text): Text {
    this.places.set(text, xml.place);
    return text;
  }

  /** Reports an invalid text and returns an empty list. */
  values(xml: XmlElement, text: string, slot: string): readonly DecisionText[] {
    return this.#taken(xml, text, slot, readValues(text, this.#slot(slot, [xml]))) ?? [];
  }

  #slot(slot: string, holders: readonly XmlElement[]): DecisionSlot {
    const language = holders.map((xml) => attributeOf(xml, 'expressionLanguage')).find((written) => written !== undefined);
    const typeNamed = (name: string) => this.types.own(name);
    return { slot, language: language ?? this.#language, rules: this.#rules, names: this.names, typeNamed };
  }

  #taken<Text>(xml: XmlElement, text: string, slot: string, read: ReadDecisionText<Text>): Text | undefined {
    if (read.ok) {
      for (const warning of read.warnings ?? []) this.warn('dmn-text-fails', warning, xml.place);
      return read.text;
    }
    if (read.isOfUnknownLanguage === true)
      this.report('dmn-text', xml, `${slot}: ${quote(read.reason.replace('script format', 'expression language'))}`);
    else
      this.report(
        'dmn-text',
        xml,
        `${slot}: cannot parse '${quote(text)}': ${quote(read.reason)} at ${read.line}:${read.column}`,
      );
    return undefined;
  }

  /** True if the limits are exceeded, which is reported: skip the rest. */
  get isFull(): boolean {
    return this.#parsed > MAX_PARSED || this.#texts > MAX_TEXTS;
  }

  /** Counts an expression or cell. Reports the first above the limit. */
  #isWithin(xml: XmlElement, isParsed: boolean): boolean {
    const wasFull = this.isFull;
    if (isParsed) this.#parsed += 1;
    else this.#texts += 1;
    const excess = wasFull ? undefined : excessAt(xml, this.#texts, this.#parsed);
    if (excess !== undefined) this.report('dmn-size', xml, excess.text);
    return !this.isFull;
  }
}

/** `group`: name of the import. */
export interface FoundElement {
  readonly file: DecisionFile;
  readonly xml: XmlElement;
  readonly group?: string;
}

/** Names that a file defines. */
function* namesIn(xml: XmlElement): Iterable<string> {
  for (const child of xml.children) {
    for (const attribute of ['name', 'iteratorVariable']) {
      const name = attributeOf(child, attribute);
      if (name !== undefined) yield name.replace(/\s+/g, ' ');
    }
    yield* namesIn(child);
  }
}
