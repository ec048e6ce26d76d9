import type { CustomTask } from '../../../wire/custom-tasks.ts';
import { getService, postService } from '../../api/client.ts';
import { ModelDocument } from '../../components/diagram/model-notes.ts';
import { missingInputs } from './missing-inputs.ts';

/** A finding of the deploy check. */
export interface CheckFinding {
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** true if the engine ignores the part of the model */
  readonly isIgnored: boolean;
  /** undefined: unknown */
  readonly elementId: string | undefined;
}

/** A property of an element as the engine reads it. */
export interface EngineProperty {
  readonly name: string;
  readonly value: string;
}

/** Result of the deploy check of a model. `properties`: how the engine reads each element, by id. */
export interface CheckedModel {
  readonly findings: readonly CheckFinding[];
  readonly properties: ReadonlyMap<string, readonly EngineProperty[]>;
  /** keys of the processes that get a new version by a deploy */
  readonly keys: readonly string[];
}

/** POST /Definitions/validate (docs/contributing/spec/http/definitions.md#validate). */
interface Validated {
  readonly Findings: readonly {
    readonly Severity: 'error' | 'warning';
    readonly Rule: string;
    readonly Element?: string;
    readonly Text: string;
  }[];
  readonly Elements: readonly {
    readonly Id: string;
    readonly Properties: readonly { readonly Name: string; readonly Value: string }[];
  }[];
}

/**
 * Runs the deploy check on a model. Adds a warning for each required parameter without input, for task types that plugin hosts offer now; none if the user
 * cannot read the task types. Stores nothing. Rejects with an ApiError if the deploy check fails.
 */
export async function checkModel(xml: string): Promise<CheckedModel> {
  const [{ Findings, Elements }, catalog] = await Promise.all([
    postService<Validated>('/Definitions/validate', { BpmnXml: xml, Describe: true }),
    // authors may not have the permission to see tasks
    getService<readonly CustomTask[]>('/custom-tasks').catch(() => []),
  ]);
  const model = new ModelDocument(xml);
  const findings = Findings.map(({ Severity, Rule, Element, Text }) => {
    return {
      severity: Severity,
      text: withSubject(Element, Text),
      isIgnored: Rule === 'ignored',
      elementId: idIn(model, Element ?? Text),
    };
  });
  const properties = Elements.map(
    ({ Id, Properties }) => [Id, Properties.map(({ Name, Value }) => ({ name: Name, value: Value }))] as const,
  );
  const missing = missingInputs(model, catalog).map((input) => ({ severity: 'warning' as const, isIgnored: false, ...input }));
  return { findings: [...findings, ...missing], properties: new Map(properties), keys: keysOf(model) };
}

/** Returns the text of a finding as a deploy reports it. */
function withSubject(subject: string | undefined, text: string): string {
  return subject === undefined ? text : `${subject}: ${text}`;
}

/** Returns the id in a subject such as `task 'a'`. Returns undefined if the model does not contain it, because long ids are shortened. */
function idIn(model: ModelDocument, words: string): string | undefined {
  const id = /^[^\s']+ '([^']+)'/.exec(words)?.[1];
  return model.find(id) === undefined ? undefined : id;
}

/**
 * Returns the keys of all processes that are not marked as not executable; if none exists, of the first process
 * (docs/contributing/spec/validation.md#deployed-processes).
 */
function keysOf({ document }: ModelDocument): string[] {
  const processes = [...document.getElementsByTagNameNS('*', 'process')];
  const executable = processes.filter((process) => !['false', '0'].includes(process.getAttribute('isExecutable')?.trim() ?? ''));
  const deployed = executable.length === 0 ? processes.slice(0, 1) : executable;
  return deployed.map((process) => process.getAttribute('id') ?? '').filter((key) => key !== '');
}
