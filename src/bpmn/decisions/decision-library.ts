import type { DecisionModel } from '../../engine/model.ts';
import { diagnosticOf, quote } from '../finding.ts';
import type { XmlElement } from '../xml-element.ts';
import { readDecisionFiles, type WrittenDecision } from './read-decisions.ts';

/** Files by name that were deployed together, of any kind. */
export type DeployedFiles = Readonly<Record<string, string>>;

/** All decisions of a deploy. */
export interface DecisionLibrary {
  /** by id */
  readonly decisions: ReadonlyMap<string, LibraryDecision>;
  /** business knowledge models that they require, by a name in the deploy that no decision has */
  readonly knowledge: ReadonlyMap<string, DecisionModel>;
  /** why the files cannot be deployed, each with the name of its file in front */
  readonly diagnostics: readonly string[];
  /** what is not done, likewise */
  readonly warnings: readonly string[];
}

export interface LibraryDecision {
  readonly model: DecisionModel;
  readonly file: string;
  /** of its file: what jBPM finds decisions by */
  readonly namespace: string | undefined;
  readonly modelName: string | undefined;
}

/** Longest way from a decision to those that it requires. */
const MAX_DEPTH = 100;
export const DECISION_FILE = /\.dmn$/i;

/** What was read last: the files of a deploy are wanted once for every model among them. */
let last: { readonly texts: readonly (readonly [name: string, text: string])[]; readonly library: DecisionLibrary } | undefined;

/** Reads the decisions among some files. Pure but for its memory of the last answer; never throws for any text. */
export function libraryOf(files: DeployedFiles): DecisionLibrary {
  const texts = Object.entries(files).filter(([name]) => DECISION_FILE.test(name));
  const isSame =
    last?.texts.length === texts.length &&
    last.texts.every(([name, text], at) => name === texts[at]?.[0] && text === texts[at]?.[1]);
  if (last === undefined || !isSame) last = { texts, library: read(texts) };
  return last.library;
}

/** Reads the decisions among some files as the compatibility kit wants them (docs/dmn-support.md). */
export function standardLibraryOf(files: DeployedFiles): DecisionLibrary {
  return read(Object.entries(files), true);
}

function read(texts: readonly (readonly [name: string, text: string])[], isStandard = false): DecisionLibrary {
  const written = new Map<string, { readonly decision: WrittenDecision; readonly file: string }>();
  const diagnostics: string[] = [];
  const warnings: string[] = [];
  const report = (file: string, { xml, id }: WrittenDecision, text: string, at: XmlElement = xml) =>
    diagnostics.push(`${file}: ${diagnosticOf({ subject: `decision '${quote(id)}'`, text, place: at.place })}`);
  const read = readDecisionFiles(
    texts.map(([, text]) => text),
    isStandard,
  );
  const knowledge = new Map<string, { readonly decision: WrittenDecision; readonly file: string }>();
  for (const [at, [file]] of texts.entries()) {
    const found = read[at];
    if (found === undefined) continue;
    diagnostics.push(...found.findings.map((finding) => `${file}: ${diagnosticOf(finding)}`));
    warnings.push(...found.warnings.map((warning) => `${file}: ${warning}`));
    for (const model of found.knowledge) knowledge.set(model.id, { decision: model, file });
    for (const decision of found.decisions) {
      const other = written.get(decision.id);
      if (other === undefined) written.set(decision.id, { decision, file });
      else report(file, decision, other.file === file ? 'the id is used twice' : `it is in ${other.file} too`);
    }
  }
  const decisions = new Map<string, LibraryDecision>();
  for (const [id, { decision, file }] of written) {
    for (const { id: other, xml } of decision.requirements) {
      if (!written.has(other) && !knowledge.has(other))
        report(file, decision, `requires decision '${quote(other)}', which is not deployed with it`, xml);
    }
    decisions.set(id, { ...modelOf(decision), file });
  }
  const depths = new Map<string, number>();
  const models = new Map([...knowledge].map(([id, { decision }]) => [id, modelOf(decision).model] as const));
  const library: Omit<DecisionLibrary, 'diagnostics' | 'warnings'> = { decisions, knowledge: models };
  const circle = [...decisions.keys()].find((id) => depthFrom(id, library, depths) > MAX_DEPTH);
  const found = circle === undefined ? undefined : written.get(circle);
  if (found !== undefined)
    report(found.file, found.decision, `what it requires goes in a circle, or more than ${MAX_DEPTH} decisions deep`);
  return { ...library, diagnostics, warnings };
}

function modelOf({ xml: _xml, requirements, namespace, modelName, ...rest }: WrittenDecision): Omit<LibraryDecision, 'file'> {
  const of = (known: boolean) =>
    requirements
      .filter(({ isKnown = false }) => isKnown === known)
      .map(({ id, group }) => (group === undefined ? { id } : { id, group }));
  const knows = of(true);
  return { model: { ...rest, requires: of(false), ...(knows.length === 0 ? {} : { knows }) }, namespace, modelName };
}

type Models = Pick<DecisionLibrary, 'decisions' | 'knowledge'>;

function modelIn({ decisions, knowledge }: Models, id: string): DecisionModel | undefined {
  return decisions.get(id)?.model ?? knowledge.get(id);
}

/** How deep the requirements of a decision go; infinitely in a circle, and beyond the bound. */
function depthFrom(id: string, library: Models, known: Map<string, number>, above = 0): number {
  const before = known.get(id);
  if (before !== undefined) return before;
  if (above > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  // whoever comes here again before it is known has gone in a circle
  known.set(id, Number.POSITIVE_INFINITY);
  let own = 0;
  const model = modelIn(library, id);
  for (const other of [...(model?.requires ?? []), ...(model?.knows ?? [])]) {
    own = Math.max(own, depthFrom(other.id, library, known, above + 1) + 1);
  }
  known.set(id, own);
  return own;
}

/** Decisions by id, with all that they require. */
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
