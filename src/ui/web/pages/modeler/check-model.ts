import type { CustomTask } from '../../../wire/custom-tasks.ts';
import { getService, postService } from '../../api/client.ts';
import { ModelDocument } from '../../components/diagram/model-notes.ts';
import { missingInputs } from './missing-inputs.ts';

/** One finding of the deploy check, at its element. */
export interface CheckFinding {
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** it is about a part without effect */
  readonly isIgnored: boolean;
  readonly elementId: string | undefined;
}

/** Meaning of an element for the engine. */
export interface EngineProperty {
  readonly name: string;
  readonly value: string;
}

/** Result of the deploy check of a model, and how the engine reads it. */
export interface CheckedModel {
  readonly findings: readonly CheckFinding[];
  readonly properties: ReadonlyMap<string, readonly EngineProperty[]>;
  /** keys of the processes that a deploy would make a version of */
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

/** Holds a model against the check of a deploy; nothing is stored. */
export async function checkModel(xml: string): Promise<CheckedModel> {
  const [{ Findings, Elements }, catalog] = await Promise.all([
    postService<Validated>('/Definitions/validate', { BpmnXml: xml, Describe: true }),
    // an author may be without the permission to see tasks
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

/** The words of a deploy's refusal. */
function withSubject(subject: string | undefined, text: string): string {
  return subject === undefined ? text : `${subject}: ${text}`;
}

/** A subject is `<tag> '<id>'`; long ids are cut, so the id must exist in the model. */
function idIn(model: ModelDocument, words: string): string | undefined {
  const id = /^[^\s']+ '([^']+)'/.exec(words)?.[1];
  return model.find(id) === undefined ? undefined : id;
}

/** Every process except those marked as not executable; if none exists, the first (docs/contributing/spec/validation.md#deployed-processes). */
function keysOf({ document }: ModelDocument): string[] {
  const processes = [...document.getElementsByTagNameNS('*', 'process')];
  const executable = processes.filter((process) => !['false', '0'].includes(process.getAttribute('isExecutable')?.trim() ?? ''));
  const deployed = executable.length === 0 ? processes.slice(0, 1) : executable;
  return deployed.map((process) => process.getAttribute('id') ?? '').filter((key) => key !== '');
}
