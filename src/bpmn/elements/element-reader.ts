import type { ElementModel, ExpressionModel, MappingsModel, Place, Platform, ScriptModel } from '../../engine/model.ts';
import type { NamedLanguage, TextRules } from '../../expressions/deploy.ts';
import type { DecisionLibrary } from '../decisions/decision-library.ts';
import type { DefinitionIndex } from '../definition-index.ts';
import type { DocumentDraft, NodeDraft, ProcessDraft } from '../draft.ts';
import type { Finding } from '../finding.ts';
import type { ScriptResources } from '../script-resources.ts';
import type { PlacedWarning } from '../warning.ts';
import type { XmlElement } from '../xml-element.ts';

/** What a reader may ask for and report while it reads one process. */
export interface ReadContext {
  readonly document: DocumentDraft;
  readonly process: ProcessDraft;
  /** tasks without behaviour let the token pass (docs/contributing/spec/elements.md#plain-task) */
  readonly passesPlainTasks: boolean;
  /** the platform the file is made for */
  readonly platform: Platform | undefined;
  /** whether the file was deployed to a release that executes listeners */
  readonly readsListeners: boolean;
  /** whether it was deployed to a release that makes decisions of other deploys */
  readonly readsBindings: boolean;
  /** expressions, mappings, timers and tables follow the rules of the engine that the file was made for; false for versions stored by earlier releases */
  readonly followsDialects: boolean;
  /** how its texts are read */
  readonly texts: TextRules;
  readonly definitions: DefinitionIndex;
  /** deployed beside the file */
  readonly scripts: ScriptResources;
  /** those that were deployed beside the file */
  readonly decisions: DecisionLibrary;
  report(finding: Finding): void;
  /** Reports what only new files are refused for; versions that have it were deployed before and run on. */
  refuse(finding: Finding): void;
  warn(warning: PlacedWarning): void;
  /**
   * Reads what releases before did not read. A version that was deployed to one of them runs on: where a text of it cannot be read, a warning says so
   * and `before`, what that release made of it, counts.
   */
  recent<Result>(owner: XmlElement, read: (context: ReadContext) => Result, before: (context: ReadContext) => Result): Result;
  /** Reads a text slot; a text that cannot be parsed is reported and kept as it is, because the model is then dropped. */
  expression(
    owner: XmlElement,
    text: string,
    kind: 'expression' | 'template',
    slot: string,
    named?: NamedLanguage,
  ): ExpressionModel;
  /** Reads a script; reports like {@link expression}, and an unknown format. */
  script(owner: XmlElement, source: string, format: string | undefined, resultVariable: string | undefined): ScriptModel;
}

/** Everything the parser knows of one kind of flow node. A new kind is a new file with one of these and a row in the registry. */
export interface ElementReader {
  readonly tag: ElementModel['type'];
  readonly category: 'event' | 'activity' | 'gateway' | 'eventSubProcess';
  /** whether flows may lead here, or leave */
  readonly acceptsIncoming: boolean;
  readonly acceptsOutgoing: boolean;
  /** event definitions that are allowed here; absent: not an event */
  readonly eventDefinitions?: ReadonlySet<string>;
  /** extension elements and attributes that are read, in lower case; all others are warned about */
  readonly understands: ReadonlySet<string>;
  /** The model of a node. It is called for every node, also for wrong ones: findings are collected, not thrown. */
  read(node: NodeDraft, context: ReadContext): ElementModel;
}

/** Nothing of any dialect is read. */
export const UNDERSTANDS_NOTHING: ReadonlySet<string> = new Set();

/** What every flow node has. */
export interface CommonModel {
  readonly id: string;
  readonly name?: string;
  readonly container: string;
  readonly incoming: readonly string[];
  readonly outgoing: readonly string[];
  readonly defaultFlow?: string;
  readonly boundaries: readonly string[];
  readonly place: Place;
  readonly mappings?: MappingsModel;
}

/** The members that every flow node has, from its draft. */
export function commonOf(node: NodeDraft): CommonModel {
  const name = node.xml.attributes.get('name');
  const defaultFlow = defaultFlowOf(node);
  return {
    id: node.id,
    ...(name === undefined || name.trim() === '' ? {} : { name }),
    container: node.container.id,
    incoming: idsOf(node.incoming),
    outgoing: idsOf(node.outgoing),
    ...(defaultFlow === undefined ? {} : { defaultFlow }),
    boundaries: idsOf(node.boundaries),
    place: node.xml.place,
  };
}

/**
 * The id of the node's default flow, if `default` names one of its outgoing flows. A parallel or event-based gateway takes all flows
 * (docs/contributing/spec/gateways.md#parallel-choice).
 */
export function defaultFlowOf(node: NodeDraft): string | undefined {
  const written = node.xml.attributes.get('default')?.trim();
  if (written === undefined || written === '' || takesAllFlows(node)) return undefined;
  return node.outgoing.find((flow) => flow.id === written)?.id;
}

/** Gateways that evaluate no condition. */
export function takesAllFlows(node: NodeDraft): boolean {
  return node.tag === 'parallelGateway' || node.tag === 'eventBasedGateway';
}

const NO_IDS: readonly string[] = Object.freeze([]);

/** The ids of a list of drafts, frozen. */
export function idsOf(drafts: readonly { readonly id: string }[]): readonly string[] {
  return drafts.length === 0 ? NO_IDS : Object.freeze(drafts.map((draft) => draft.id));
}
