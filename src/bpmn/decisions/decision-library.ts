import type { DecisionModel } from '../../engine/model.ts';
import { diagnosticOf, quote } from '../finding.ts';
import type { XmlElement } from '../xml-element.ts';
import { readDecisions, type WrittenDecision } from './read-decisions.ts';

/** Files by name that were deployed together, of any kind. */
export type DeployedFiles = Readonly<Record<string, string>>;

/** All decisions of a deploy. */
export interface DecisionLibrary {
  /** by id */
  readonly decisions: ReadonlyMap<string, LibraryDecision>;
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

function read(texts: readonly (readonly [name: string, text: string])[]): DecisionLibrary {
  const written = new Map<string, { readonly decision: WrittenDecision; readonly file: string }>();
  const diagnostics: string[] = [];
  const warnings: string[] = [];
  const report = (file: string, { xml, id }: WrittenDecision, text: string, at: XmlElement = xml) =>
    diagnostics.push(`${file}: ${diagnosticOf({ subject: `decision '${quote(id)}'`, text, place: at.place })}`);
  for (const [file, text] of texts) {
    const found = readDecisions(text);
    diagnostics.push(...found.findings.map((finding) => `${file}: ${diagnosticOf(finding)}`));
    warnings.push(...found.warnings.map((warning) => `${file}: ${warning}`));
    for (const decision of found.decisions) {
      const other = written.get(decision.id);
      if (other === undefined) written.set(decision.id, { decision, file });
      else report(file, decision, other.file === file ? 'the id is used twice' : `it is in ${other.file} too`);
    }
  }
  const decisions = new Map<string, LibraryDecision>();
  for (const [id, { decision, file }] of written) {
    for (const { id: other, xml } of decision.requirements) {
      if (!written.has(other)) report(file, decision, `requires decision '${quote(other)}', which is not deployed with it`, xml);
    }
    decisions.set(id, { ...modelOf(decision), file });
  }
  const depths = new Map<string, number>();
  const circle = [...decisions.keys()].find((id) => depthFrom(id, decisions, depths) > MAX_DEPTH);
  const found = circle === undefined ? undefined : written.get(circle);
  if (found !== undefined)
    report(found.file, found.decision, `what it requires goes in a circle, or more than ${MAX_DEPTH} decisions deep`);
  return { decisions, diagnostics, warnings };
}

function modelOf({ xml: _xml, requirements, namespace, modelName, ...rest }: WrittenDecision): Omit<LibraryDecision, 'file'> {
  const requires = requirements.map(({ id, group }) => (group === undefined ? { id } : { id, group }));
  return { model: { ...rest, requires }, namespace, modelName };
}

/** How deep the requirements of a decision go; infinitely in a circle, and beyond the bound. */
function depthFrom(id: string, decisions: ReadonlyMap<string, LibraryDecision>, known: Map<string, number>, above = 0): number {
  const before = known.get(id);
  if (before !== undefined) return before;
  if (above > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  // whoever comes here again before it is known has gone in a circle
  known.set(id, Number.POSITIVE_INFINITY);
  let own = 0;
  for (const other of decisions.get(id)?.model.requires ?? []) {
    own = Math.max(own, depthFrom(other.id, decisions, known, above + 1) + 1);
  }
  known.set(id, own);
  return own;
}

/** Decisions by id, with all that they require. */
export function closureOf(ids: Iterable<string>, { decisions }: DecisionLibrary): Readonly<Record<string, DecisionModel>> {
  const found: Record<string, DecisionModel> = Object.create(null);
  const open = [...ids];
  while (open.length > 0) {
    const id = open.pop() as string;
    const decision = decisions.get(id);
    if (decision === undefined || id in found) continue;
    found[id] = decision.model;
    for (const { id: other } of decision.model.requires) open.push(other);
  }
  return found;
}
