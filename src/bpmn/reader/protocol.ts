import type { ContainerModel, DecisionModel, ElementModel, FlowModel, ProcessModel } from '../../engine/model.ts';
import type { FileFinding } from '../check-file.ts';
import type { ListedDecision } from '../decisions/listed-decisions.ts';
import type { DescribedElement } from '../description.ts';
import type { ScriptResources } from '../script-resources.ts';
import type { Validation } from '../strict/standard-findings.ts';
import type { Warning } from '../warning.ts';
import type { NamesOfModel } from './names-of-model.ts';
import type { DeployOptions } from './read-file.ts';

/**
 * What the reader thread is asked; its answer is a list of items, sent in parts. `text`: the file. `beside`: what is deployed with files, for itself. `decisions`: those among it;
 * `decision`: one of them, with all that it requires. `judge-decisions`: what there is to say about them.
 */
export type ReaderRequest =
  | { readonly kind: 'check'; readonly text: string; readonly options: DeployOptions }
  | { readonly kind: 'deploy'; readonly text: string; readonly options: DeployOptions }
  | { readonly kind: 'further'; readonly text: ''; readonly scripts: ScriptResources }
  | { readonly kind: 'decisions'; readonly text: ''; readonly scripts: ScriptResources }
  | {
      readonly kind: 'decision';
      readonly text: '';
      readonly scripts: ScriptResources;
      readonly key: string;
      readonly reading: number;
    }
  | { readonly kind: 'judge-decisions'; readonly text: ''; readonly scripts: ScriptResources }
  | { readonly kind: 'validate'; readonly text: string; readonly validation: Validation; readonly describes: boolean }
  | {
      readonly kind: 'model';
      readonly text: string;
      readonly key: string;
      readonly scripts: ScriptResources;
      readonly reading: number;
    };

/** How much there is to read: the file, and the scripts beside it. Unit: characters. */
export function lengthOf(request: ReaderRequest): number {
  return Object.values(scriptsOf(request)).reduce((sum, script) => sum + script.length, request.text.length);
}

function scriptsOf(request: ReaderRequest): ScriptResources {
  if ('scripts' in request) return request.scripts;
  return request.kind === 'validate' ? {} : (request.options.scripts ?? {});
}

/** Asks for the next part of the answer to the request before. */
export const NEXT_PART = 'next';

/** A part of an answer. `isLast`: nothing follows. */
export type ReaderPart =
  | { readonly items: readonly ReaderItem[]; readonly isLast: boolean }
  /** a bug: no file may cause it */
  | { readonly error: string };

/** A piece of an answer that is copied in a moment, however long the file is. The elements of a process follow its beginning. */
export type ReaderItem =
  | { readonly kind: 'refused'; readonly diagnostic: string }
  /** `file`: of those that were asked about; absent: there is one */
  | { readonly kind: 'finding'; readonly value: FileFinding; readonly file?: string }
  | { readonly kind: 'listed'; readonly value: ListedDecision }
  | { readonly kind: 'decision'; readonly value: DecisionModel; readonly size: number }
  | { readonly kind: 'described'; readonly value: DescribedElement }
  | { readonly kind: 'accepted'; readonly warnings: readonly Warning[]; readonly hasDiagram: boolean }
  | ProcessBeginning
  | { readonly kind: 'element'; readonly value: ElementModel }
  | { readonly kind: 'flow'; readonly value: FlowModel }
  | { readonly kind: 'container'; readonly value: ContainerModel };

/** A process without what there may be much of. */
export interface ProcessBeginning {
  readonly kind: 'process';
  readonly head: Omit<ProcessModel, 'elements' | 'flows' | 'containers' | 'startTriggers'>;
  /** the definitions of elements that start instances, by their place among those that the element catches */
  readonly starts: readonly { readonly element: string; readonly definition: number }[];
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
  /** see `sizeOfModel` */
  readonly size: number;
  readonly conflicts: readonly Warning[];
  readonly names: NamesOfModel;
}

/** What the thread is started with. */
export interface ReaderSetup {
  readonly port: import('node:worker_threads').MessagePort;
}
