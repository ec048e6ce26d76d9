import type { DecisionModel } from '../../engine/model.ts';
import { decisionVersionTagOf } from '../dialects/decision-files.ts';
import { Speller } from '../dialects/dialect-words.ts';
import { diagnosticOf, type Finding, quote, subjectOf } from '../finding.ts';
import { READING } from '../reading.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import { checkNames, type NamesAround } from './check-names.ts';
import type { FileRules } from './decision-file.ts';
import { type DecisionErrorRule, type DecisionWarning, warningText } from './decision-finding.ts';
import { partsOf } from './dmn-xml.ts';
import { readDecisionFiles, type WrittenDecision } from './read-decisions.ts';

/** Files of any kind by name. */
export type DeployedFiles = Readonly<Record<string, string>>;

export interface DecisionLibrary {
  readonly decisions: ReadonlyMap<string, LibraryDecision>;
  /** Required business knowledge models, by an id that no decision has. */
  readonly knowledge: ReadonlyMap<string, DecisionModel>;
  /** Errors, prefixed with the file name; they reject the deployment. */
  readonly diagnostics: readonly string[];
  /** Prefixed with the file name. */
  readonly warnings: readonly string[];
  readonly reports: ReadonlyMap<string, DecisionFileReport>;
}

export interface DecisionFileReport {
  readonly findings: readonly Finding[];
  readonly warnings: readonly DecisionWarning[];
}

/** Decision or decision service. */
export interface LibraryDecision {
  readonly model: DecisionModel;
  readonly file: string;
  /** Namespace by which jBPM finds decisions. */
  readonly namespace: string | undefined;
  readonly modelName: string | undefined;
  readonly versionTag?: string;
  /** Set if its file imports others. */
  readonly hasImports?: true;
}

/** Chain of required decisions. */
const MAX_DEPTH = 100;
export const DECISION_FILE = /\.dmn$/i;

/** Cache: each model of a deployment needs the same files. */
let last:
  | {
      readonly texts: readonly (readonly [name: string, text: string])[];
      readonly reading: number;
      readonly library: DecisionLibrary;
    }
  | undefined;

/** Pure except for a cache of the last result; never throws. */
export function libraryOf(files: DeployedFiles, reading: number = READING): DecisionLibrary {
  const texts = Object.entries(files).filter(([name]) => DECISION_FILE.test(name));
  const isSame =
    last?.reading === reading &&
    last.texts.length === texts.length &&
    last.texts.every(([name, text], at) => name === texts[at]?.[0] && text === texts[at]?.[1]);
  if (last === undefined || !isSame) last = { texts, reading, library: read(texts, { isStandard: false, reading }) };
  return last.library;
}

/** Library by the rules of the compatibility kit (docs/contributing/measurements.md#run-the-dmn-compatibility-kit). */
export function standardLibraryOf(files: DeployedFiles): DecisionLibrary {
  return read(Object.entries(files), { isStandard: true, reading: READING });
}

interface Written {
  readonly decision: WrittenDecision;
  readonly file: string;
}

function read(texts: readonly (readonly [name: string, text: string])[], rules: FileRules): DecisionLibrary {
  const written = new Map<string, Written>();
  const reports = new Map(
    texts.map(([file]) => [file, { findings: [] as Finding[], warnings: [] as readonly DecisionWarning[] }]),
  );
  const diagnostics: string[] = [];
  const note = (file: string, finding: Finding) => {
    reports.get(file)?.findings.push(finding);
    diagnostics.push(`${file}: ${diagnosticOf(finding)}`);
  };
  const report = ({ file, decision: { id, xml } }: Written, name: DecisionErrorRule, text: string, at: XmlElement = xml) =>
    note(file, { subject: `decision '${quote(id)}'`, text, place: at.place, rule: { name } });
  const read = readDecisionFiles(
    texts.map(([, text]) => text),
    rules,
  );
  const knowledge = new Map<string, Written>();
  for (const [at, [file]] of texts.entries()) {
    const found = read[at];
    if (found === undefined) continue;
    for (const finding of found.findings) note(file, finding);
    for (const model of found.knowledge) knowledge.set(model.id, { decision: model, file });
    for (const decision of found.decisions) {
      const other = written.get(decision.id);
      if (other === undefined) written.set(decision.id, { decision, file });
      else report({ decision, file }, 'dmn-id', other.file === file ? 'the id is used twice' : `it is in ${other.file} too`);
    }
  }
  for (const one of written.values()) {
    for (const { id: other, xml } of one.decision.requirements) {
      if (written.has(other) || knowledge.has(other)) continue;
      report(one, 'dmn-requirement', `requires decision '${quote(other)}', which is not deployed with it`, xml);
    }
  }
  const decisions = new Map([...written].map(([id, { decision, file }]) => [id, { ...modelOf(decision), file }] as const));
  const depths = new Map<string, number>();
  const models = new Map([...knowledge].map(([id, { decision }]) => [id, modelOf(decision).model] as const));
  const library: Models = { decisions, knowledge: models };
  const circle = [...decisions.keys()].find((id) => depthFrom(id, library, depths) > MAX_DEPTH);
  const found = circle === undefined ? undefined : written.get(circle);
  if (found !== undefined)
    report(found, 'dmn-requirement', `what it requires goes in a circle, or more than ${MAX_DEPTH} decisions deep`);
  if (diagnostics.length === 0 && !rules.isStandard) checkAllNames([...written.values(), ...knowledge.values()], library);
  for (const [at, [file]] of texts.entries())
    reports.set(file, { findings: reports.get(file)?.findings ?? [], warnings: read[at]?.warnings ?? [] });
  const warnings = [...reports].flatMap(([file, one]) => one.warnings.map((warning) => `${file}: ${warningText(warning)}`));
  return { ...library, diagnostics, warnings, reports };
}

function checkAllNames(written: readonly Written[], library: Models): void {
  const ofServices = new Set<string>();
  const owners = new Map<string, string>();
  for (const file of new Set(written.map(({ decision }) => decision.source)))
    for (const xml of partsOf(file.definitions, 'inputData')) owners.set(attributeOf(xml, 'name') ?? '', subjectOf(xml));
  for (const { decision } of written) {
    const { xml, logic, names } = decision;
    for (const name of names) owners.set(name, subjectOf(xml));
    if (logic.kind === 'service') for (const { name } of [...logic.inputData, ...logic.inputDecisions]) ofServices.add(name);
  }
  const around: NamesAround = {
    modelOf: (id) => modelIn(library, id),
    ofServices: [...ofServices],
    ownerOf: (name) => owners.get(name),
    speller: new Speller(),
  };
  for (const { decision } of written) {
    const model = modelIn(library, decision.id);
    if (model !== undefined) checkNames({ model, file: decision.source, subject: subjectOf(decision.xml) }, around);
  }
}

function modelOf({ xml, source, requirements, namespace, modelName, ...rest }: WrittenDecision): Omit<LibraryDecision, 'file'> {
  const of = (implicit: boolean) =>
    requirements
      .filter(({ isImplicit = false }) => isImplicit === implicit)
      .map(({ id, group }) => (group === undefined ? { id } : { id, group }));
  const knows = of(true);
  const versionTag = xml.local === 'decision' ? decisionVersionTagOf(xml) : undefined;
  return {
    model: { ...rest, requires: of(false), ...(knows.length === 0 ? {} : { knows }) },
    namespace,
    modelName,
    ...(versionTag === undefined ? {} : { versionTag }),
    ...(partsOf(source.definitions, 'import').length > 0 ? { hasImports: true as const } : {}),
  };
}

type Models = Pick<DecisionLibrary, 'decisions' | 'knowledge'>;

function modelIn({ decisions, knowledge }: Models, id: string): DecisionModel | undefined {
  return decisions.get(id)?.model ?? knowledge.get(id);
}

/** Infinite for a cycle or above the limit. */
function depthFrom(id: string, library: Models, known: Map<string, number>, above = 0): number {
  const before = known.get(id);
  if (before !== undefined) return before;
  if (above > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  // a second visit before the result means a cycle
  known.set(id, Number.POSITIVE_INFINITY);
  let own = 0;
  const model = modelIn(library, id);
  for (const other of [...(model?.requires ?? []), ...(model?.knows ?? [])]) {
    own = Math.max(own, depthFrom(other.id, library, known, above + 1) + 1);
  }
  known.set(id, own);
  return own;
}

/** Includes all required ones. */
export function closureOf(ids: Iterable<string>, library: Models): Readonly<Record<string, DecisionModel>> {
  const found: Record<string, DecisionModel> = Object.create(null);
  const open = [...ids];
  while (open.length > 0) {
    const id = open.pop() as string;
    const model = modelIn(library, id);
    if (model === undefined || id in found) continue;
    found[id] = model;
    for (const { id: other } of [...model.requires, ...(model.knows ?? [])]) open.push(other);
  }
  return found;
}
