import { inexactReason, isInexact } from '../../engine/exact-numbers.ts';
import type { CellTest, DecisionText, Place } from '../../engine/model.ts';
import { EARLIER_RULES, OWN_RULES, type TextRules } from '../../expressions/deploy.ts';
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
import { READING_OF_DIALECTS } from '../reading.ts';
import { attributeKey, attributeOf, dialectAttributeOf, type XmlElement } from '../xml-element.ts';
import type { DecisionErrorRule, DecisionWarning, DecisionWarningRule, TablePlace } from './decision-finding.ts';
import { idInHref, partsOf, placeInHref, textIn } from './dmn-xml.ts';
import { TypeRefs } from './type-refs.ts';

/** Most texts and cells of one file. */
const MAX_TEXTS = 100_000;
/** Most of them that have to be parsed. */
const MAX_PARSED = 20_000;

/** How a file is read. */
export interface FileRules {
  /** no modeler means values and types as hints */
  readonly isStandard: boolean;
  /** as that of a process (docs/contributing/spec/validation.md#readings) */
  readonly reading: number;
}

const OF_CAMUNDA_7: TextRules = { groups: 'juel', followsLanguages: true, storesAssigned: false };

/** What reads the texts of one file, and keeps what is wrong with them. */
export class DecisionFile {
  readonly definitions: XmlElement;
  readonly types: TypeRefs;
  /** its names, which may be those of functions, and those of the files that are deployed with it */
  readonly names: Set<string>;
  /** business knowledge models that are required, by the names that they are known by in the deploy */
  readonly wanted = new Map<string, XmlElement>();
  /** as the compatibility kit wants it */
  readonly isStandard: boolean;
  readonly #siblings: readonly DecisionFile[];
  /** its input and output values are a help for modelers, and nothing is held against them */
  readonly hasHintsOnly: boolean;
  /** values of its tables are converted as Camunda 7 converts them */
  readonly isForCamunda7: boolean;
  readonly #rules: TextRules;
  readonly findings: Finding[] = [];
  readonly warnings: DecisionWarning[] = [];
  /** where texts and cells stand, for those who look at the model */
  readonly places = new WeakMap<object, Place>();
  readonly #language: string | undefined;
  /** the decision that is being read */
  #subject: string | undefined;
  #place: Place | undefined;
  #texts = 0;
  #parsed = 0;

  /** @param siblings the files that are deployed together, itself included; they may be added later */
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
    const platform = attributeOf(definitions, attributeKey(MODELER, 'executionPlatform')) ?? attributeOf(definitions, 'exporter');
    this.hasHintsOnly = !isStandard && /camunda|operaton/i.test(platform ?? '');
    const followsDialects = reading >= READING_OF_DIALECTS;
    this.isForCamunda7 = followsDialects && this.hasHintsOnly && !/cloud|camunda 8|zeebe/i.test(platform ?? '');
    this.#rules = followsDialects ? (this.isForCamunda7 ? OF_CAMUNDA_7 : OWN_RULES) : EARLIER_RULES;
  }

  get namespace(): string | undefined {
    return attributeOf(this.definitions, 'namespace');
  }

  /** What a decision is known by among the files: its id, which is used once in a deploy; in the compatibility kit each file has ids of its own. */
  knownId(id: string, namespace: string | undefined = this.namespace): string {
    return this.isStandard ? `${namespace ?? ''}#${id}` : id;
  }

  /** What a reference leads to: the file, the element and the name of the import; undefined where that is not deployed with it. */
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

  /** What the decision or service that a reference leads to is known by among the files. */
  idOf(href: XmlElement): string | undefined {
    const id = idInHref(href);
    if (id === undefined) return undefined;
    const found = this.find(href, 'decision', 'decisionService');
    if (found === undefined) return this.knownId(id, placeInHref(href));
    const { file, xml } = this.isStandard ? this.#inModel(found) : found;
    return this.knownId(attributeOf(xml, 'id') ?? id, file.namespace);
  }

  /** In the compatibility kit the first file is the model, and what it imports without a name has its names: those that it has itself go before. */
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

  /** The id of a decision; some decisions of the compatibility kit have a name only. */
  ownId(decision: XmlElement): string | undefined {
    return attributeOf(decision, 'id') ?? (this.isStandard ? attributeOf(decision, 'name') : undefined);
  }

  /** The files whose elements are meant by their bare ids and names: this one, and what it imports without a name. */
  *#here(): Iterable<DecisionFile> {
    yield this;
    yield* this.#withoutName();
  }

  /** The files that are imported without a name, each before those that it imports so itself. */
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

  /** The name of the import of a namespace; undefined where it has none. */
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

  begin(decision: XmlElement): void {
    this.#place = decision.place;
    this.#subject = `${decision.local} '${quote(attributeOf(decision, 'id') ?? attributeOf(decision, 'name') ?? '')}'`;
  }

  report(rule: DecisionErrorRule, xml: XmlElement, text: string): void {
    this.findings.push({ ...this.#about, text, place: xml.place, rule: { name: rule } });
  }

  /** @param place of the element that it is about; absent: of the one that is being read */
  warn(rule: DecisionWarningRule, text: string, place: Place | undefined = this.#place, at: TablePlace = {}): void {
    this.warnings.push({ rule, ...this.#about, text, ...(place === undefined ? {} : { place }), ...at });
  }

  get #about(): { readonly subject?: string } {
    return this.#subject === undefined ? {} : { subject: this.#subject };
  }

  /** An expression. @param holders from the innermost out: the first that names a language decides */
  expression(xml: XmlElement, text: string, slot: string, ...holders: readonly XmlElement[]): DecisionText {
    if (text === '') this.report('dmn-text', xml, `${slot} is empty`);
    else if (this.#isWithin(xml, !isPlainValue(text))) {
      const read = this.#taken(xml, text, slot, readDecisionText(text, this.#slot(slot, [xml, ...holders])));
      // a version that has such a number fails when it is evaluated
      if (isInexact(text.trim())) this.report('dmn-text', xml, `${slot}: ${inexactReason(text.trim())}`);
      if (read !== undefined) return this.#stands(xml, read);
    }
    // where the file is read all the same, what cannot be read is null
    return { kind: 'expression', slot, dialect: 'feel', text, source: 'null' };
  }

  /** The tests of a cell. */
  cell(xml: XmlElement, text: string, slot: string, ...holders: readonly XmlElement[]): CellTest {
    if (!this.#isWithin(xml, false)) return { kind: 'any' };
    const read = this.#taken(xml, text, slot, readCell(text, this.#slot(slot, [xml, ...holders])));
    if (read?.kind === 'text') this.#isWithin(xml, true);
    return read === undefined ? { kind: 'any' } : this.#stands(xml, read);
  }

  #stands<Text extends object>(xml: XmlElement, text: Text): Text {
    this.places.set(text, xml.place);
    return text;
  }

  /** Values in their order. */
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

  /** The file has more texts than may be read: that is reported, and nothing more of it matters. */
  get isFull(): boolean {
    return this.#parsed > MAX_PARSED || this.#texts > MAX_TEXTS;
  }

  /** False once the file has more texts than may be read; the first one too many is reported. */
  #isWithin(xml: XmlElement, isParsed: boolean): boolean {
    if (isParsed) this.#parsed += 1;
    else this.#texts += 1;
    if (isParsed && this.#parsed === MAX_PARSED + 1)
      this.report('dmn-size', xml, `the file has more than ${MAX_PARSED} texts to parse`);
    if (!isParsed && this.#texts === MAX_TEXTS + 1) this.report('dmn-size', xml, `the file has more than ${MAX_TEXTS} cells`);
    return !this.isFull;
  }
}

/** Where a reference leads. `group`: the name of the import. */
export interface FoundElement {
  readonly file: DecisionFile;
  readonly xml: XmlElement;
  readonly group?: string;
}

/** Every name that an element of a file gives to a value. */
function* namesIn(xml: XmlElement): Iterable<string> {
  for (const child of xml.children) {
    for (const attribute of ['name', 'iteratorVariable']) {
      const name = attributeOf(child, attribute);
      if (name !== undefined) yield name.replace(/\s+/g, ' ');
    }
    yield* namesIn(child);
  }
}

/** Names that Camunda 7 gives the value of an input in its cells. */
export function inputVariablesOf(xml: XmlElement): readonly string[] {
  const named = dialectAttributeOf(xml, (uri) => camunda(uri) || CAMUNDA_DMN.has(uri), 'inputVariable');
  return named === undefined ? ['cellInput'] : ['cellInput', named];
}

const CAMUNDA_DMN: ReadonlySet<string> = new Set(['http://camunda.org/schema/1.0/dmn', 'http://operaton.org/schema/1.0/dmn']);
