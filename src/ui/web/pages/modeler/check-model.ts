import type { CustomTask } from '../../../wire/custom-tasks.ts';
import { getService, postService } from '../../api/client.ts';
import { type ValidatedFinding, wordsOfFinding } from '../../components/deploy/model-findings.ts';
import { ModelDocument } from '../../components/diagram/model-notes.ts';
import { missingInputs } from './missing-inputs.ts';
import type { SimulatedFile } from './simulation/simulate.ts';

/** Finding of the deploy check. */
export interface CheckFinding {
  readonly severity: 'error' | 'warning';
  readonly text: string;
  readonly isEnglish: boolean;
  /** the engine ignores this part of the model */
  readonly isIgnored: boolean;
  /** undefined: unknown element */
  readonly elementId: string | undefined;
}

/** Property as the engine reads it. */
export interface EngineProperty {
  readonly name: string;
  readonly value: string;
}

/** Result of the deploy check. `properties`: how the engine reads the elements, by id. */
export interface CheckedModel {
  readonly findings: readonly CheckFinding[];
  readonly properties: ReadonlyMap<string, readonly EngineProperty[]>;
  /** processes that get a new version by a deploy */
  readonly keys: readonly string[];
  /** names of processes, by key */
  readonly names: ReadonlyMap<string, string>;
}

/** See docs/contributing/spec/http/definitions.md#validate. */
interface Validated {
  readonly Findings: readonly ValidatedFinding[];
  readonly Elements: readonly {
    readonly Id: string;
    readonly Properties: readonly { readonly Name: string; readonly Value: string }[];
  }[];
}

/** The rule `ignored` also covers parts with an unexpected effect. */
const IGNORED = /\b(?:is|are) (?:ignored|not executed|left out)\b|\bignored:/;

/**
 * Deploy check, with warnings for required parameters without input, for task types that plugin hosts offer now (none if the user cannot read them).
 * Stores nothing. Rejects with an ApiError if the check fails.
 */
export async function checkModel(xml: string, files: readonly SimulatedFile[] = []): Promise<CheckedModel> {
  const [{ Findings, Elements }, catalog] = await Promise.all([
    postService<Validated>('/Definitions/validate', { BpmnXml: xml, Resources: resourcesOf(files), Describe: true }),
    // authors may lack the permission to see tasks
    getService<readonly CustomTask[]>('/custom-tasks').catch(() => []),
  ]);
  const model = new ModelDocument(xml);
  const findings = Findings.map((finding) => {
    const { Severity, Rule, Element, Text } = finding;
    return {
      severity: Severity,
      ...wordsOfFinding(finding),
      isIgnored: Rule === 'ignored' && IGNORED.test(Text),
      elementId: idIn(model, Element ?? Text),
    };
  });
  const properties = Elements.map(
    ({ Id, Properties }) => [Id, Properties.map(({ Name, Value }) => ({ name: Name, value: Value }))] as const,
  );
  const missing = missingInputs(model, catalog).map((input) => ({
    severity: 'warning' as const,
    isIgnored: false,
    isEnglish: false,
    ...input,
  }));
  return { findings: [...findings, ...missing], properties: new Map(properties), keys: keysOf(model), names: namesOf(model) };
}

/** Undefined without files, as before releases that take them. */
export function resourcesOf(files: readonly SimulatedFile[]) {
  return files.length === 0 ? undefined : files.map(({ name, content }) => ({ Name: name, Content: content }));
}

/** The id in `task 'a'`. Undefined: not in the model, because long ids are shortened. */
function idIn(model: ModelDocument, words: string): string | undefined {
  const id = /^[^\s']+ '([^']+)'/.exec(words)?.[1];
  return model.find(id) === undefined ? undefined : id;
}

/** Processes that are not marked as not executable, otherwise the first (docs/contributing/spec/validation.md#deployed-processes). */
export function keysOf({ document }: ModelDocument): string[] {
  const processes = [...document.getElementsByTagNameNS('*', 'process')];
  const executable = processes.filter((process) => !['false', '0'].includes(process.getAttribute('isExecutable')?.trim() ?? ''));
  const deployed = executable.length === 0 ? processes.slice(0, 1) : executable;
  return deployed.map((process) => process.getAttribute('id') ?? '').filter((key) => key !== '');
}

function namesOf({ document }: ModelDocument): ReadonlyMap<string, string> {
  const processes = [...document.getElementsByTagNameNS('*', 'process')];
  const named = processes.map(
    (process) => [process.getAttribute('id') ?? '', process.getAttribute('name')?.trim() ?? ''] as const,
  );
  return new Map(named.filter(([, name]) => name !== ''));
}
