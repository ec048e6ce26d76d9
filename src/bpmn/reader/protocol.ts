import type {
  BranchVariables,
  ContainerModel,
  DecisionModel,
  ElementModel,
  FlowModel,
  ProcessModel,
} from '../../engine/model.ts';
import { cutText } from '../../engine/values/cut-text.ts';
import type { FileFinding } from '../check-file.ts';
import type { ListedDecision } from '../decisions/listed-decisions.ts';
import type { DescribedElement } from '../description/description.ts';
import type { Warning } from '../finding.ts';
import type { ScriptResources } from '../reading.ts';
import type { Validation } from '../strict/standard-findings.ts';

/**
 * Request to the parser worker thread, answered by items in parts. `resources`: checks files deployed without BPMN. `decisions`: lists their decisions.
 * `decision`: one with all required ones.
 */
export type ReaderRequest =
  | { readonly kind: 'check'; readonly text: string; readonly options: DeployOptions }
  | { readonly kind: 'deploy'; readonly text: string; readonly options: DeployOptions }
  | { readonly kind: 'resources'; readonly text: ''; readonly scripts: ScriptResources }
  | { readonly kind: 'decisions'; readonly text: ''; readonly scripts: ScriptResources }
  | {
      readonly kind: 'decision';
      readonly text: '';
      readonly scripts: ScriptResources;
      readonly key: string;
      readonly reading: number;
    }
  | { readonly kind: 'validate-decisions'; readonly text: ''; readonly scripts: ScriptResources }
  | {
      readonly kind: 'validate';
      readonly text: string;
      readonly validation: Validation;
      readonly describes: boolean;
      readonly scripts: ScriptResources;
    }
  | {
      readonly kind: 'model';
      readonly text: string;
      readonly key: string;
      readonly scripts: ScriptResources;
      readonly reading: number;
    };

/** Characters, with scripts. */
export function lengthOf(request: ReaderRequest): number {
  return Object.values(scriptsOf(request)).reduce((sum, script) => sum + script.length, request.text.length);
}

function scriptsOf(request: ReaderRequest): ScriptResources {
  return 'scripts' in request ? request.scripts : (request.options.scripts ?? {});
}

export const NEXT_PART = 'next';

export type ReaderPart =
  | { readonly items: readonly ReaderItem[]; readonly isLast: boolean }
  /** internal, never caused by the content of a file */
  | { readonly error: string };

/** Small enough to copy without blocking. The elements of a process follow its `process` item. */
export type ReaderItem =
  | { readonly kind: 'refused'; readonly diagnostic: string }
  /** `file`: set if several files were requested. */
  | { readonly kind: 'finding'; readonly value: FileFinding; readonly file?: string }
  | { readonly kind: 'listed'; readonly value: ListedDecision }
  | { readonly kind: 'decision'; readonly value: DecisionModel; readonly size: number }
  | { readonly kind: 'described'; readonly value: DescribedElement }
  | { readonly kind: 'accepted'; readonly warnings: readonly Warning[]; readonly hasDiagram: boolean }
  | ProcessBeginning
  | { readonly kind: 'element'; readonly value: ElementModel }
  | { readonly kind: 'flow'; readonly value: FlowModel }
  | { readonly kind: 'container'; readonly value: ContainerModel };

/** Excludes the large collections. */
export interface ProcessBeginning {
  readonly kind: 'process';
  readonly head: Omit<ProcessModel, 'elements' | 'flows' | 'containers' | 'startTriggers'>;
  /** Element and index among its event definitions. */
  readonly starts: readonly { readonly element: string; readonly definition: number }[];
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
  /** See `sizeOfModel`. */
  readonly size: number;
  readonly conflicts: readonly Warning[];
  readonly names: NamesOfModel;
}

export interface ReaderSetup {
  readonly port: import('node:worker_threads').MessagePort;
}

/** Limits and settings of a deployment. */
export interface DeployOptions {
  /** `Engine:MaxProcessesPerFile` */
  readonly maxProcesses: number;
  /** `Engine:BranchVariables` */
  readonly branchVariables: 'auto' | BranchVariables;
  /** Default: level `executable`. */
  readonly validation?: Validation;
  /** Files deployed with it. */
  readonly scripts?: ScriptResources;
}

/** Stored characters; the rest is cut. */
const MAX_NAME = 255;

/** All names of a version, because each list of its tasks loads them. Tasks beyond are shown by id. Characters of JSON. */
const MAX_NAMES = 64 * 1024;

/** Display names; absent if unnamed. */
export interface NamesOfModel {
  readonly name?: string;
  readonly taskNames?: Readonly<Record<string, string>>;
}

/** Process and user tasks (docs/contributing/spec/http/user-tasks.md#names). */
export function namesOfModel(model: ProcessModel): NamesOfModel {
  const names: [id: string, name: string][] = [];
  let length = 0;
  for (const { id, type, name } of model.elements.values()) {
    if (type !== 'userTask' || name === undefined) continue;
    const shown = inOneLine(name);
    length += JSON.stringify([id, shown]).length;
    if (length > MAX_NAMES) break;
    names.push([id, shown]);
  }
  return {
    ...(model.name === undefined ? {} : { name: inOneLine(model.name) }),
    // own properties, also for ids such as `__proto__`
    ...(names.length === 0 ? {} : { taskNames: Object.fromEntries(names) }),
  };
}

/** Modelers wrap long names. */
function inOneLine(written: string): string {
  return cutText(written.trim().replaceAll(/\s+/g, ' '), MAX_NAME).toWellFormed();
}
