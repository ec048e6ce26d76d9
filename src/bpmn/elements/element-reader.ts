import type { ElementModel, ExpressionModel, MappingsModel, Place, Platform, ScriptModel } from '../../engine/model.ts';
import type { NamedLanguage, TextRules } from '../../expressions/deploy.ts';
import type { DecisionLibrary } from '../decisions/decision-library.ts';
import type { DefinitionIndex } from '../definition-index.ts';
import type { DocumentDraft, NodeDraft, ProcessDraft } from '../draft.ts';
import type { Finding, PlacedWarning } from '../finding.ts';
import type { ScriptResources } from '../reading.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Context for reading a process: settings, lookups, and functions to report errors and warnings. */
export interface ReadContext {
  readonly document: DocumentDraft;
  readonly process: ProcessDraft;
  /** True if plain tasks pass the token on (docs/contributing/spec/elements.md#plain-task). */
  readonly passesPlainTasks: boolean;
  readonly platform: Platform | undefined;
  /** True if the file was deployed to a release that runs listeners. */
  readonly readsListeners: boolean;
  /** True if the file was deployed to a release that calls decisions of other deployments. */
  readonly readsBindings: boolean;
  /** True if expressions, mappings, timers and tables follow the target platform; false for versions of older releases. */
  readonly followsDialects: boolean;
  readonly texts: TextRules;
  readonly definitions: DefinitionIndex;
  /** Files deployed with this file. */
  readonly scripts: ScriptResources;
  /** Decisions deployed with this file. */
  readonly decisions: DecisionLibrary;
  report(finding: Finding): void;
  /** Reports an error that rejects new files only: stored versions with it continue to run. */
  refuse(finding: Finding): void;
  warn(warning: PlacedWarning): void;
  /**
   * Reads a feature that older releases ignored. For a stored version with an invalid expression there, adds a warning and uses the result
   * of `fallback`, the behavior of the older release.
   */
  withFallback<Result>(
    owner: XmlElement,
    read: (context: ReadContext) => Result,
    fallback: (context: ReadContext) => Result,
  ): Result;
  /** Reads an expression. Reports an invalid one and returns a placeholder; the model is then discarded. */
  expression(
    owner: XmlElement,
    text: string,
    kind: 'expression' | 'template',
    slot: string,
    named?: NamedLanguage,
  ): ExpressionModel;
  /** Reads a script. Reports errors like {@link expression}, and unknown formats. */
  script(owner: XmlElement, source: string, format: string | undefined, resultVariable: string | undefined): ScriptModel;
}

/** Parser for one kind of flow node. To add a kind, add a file with a reader and a row in the registry. */
export interface ElementReader {
  readonly tag: ElementModel['type'];
  readonly category: 'event' | 'activity' | 'gateway' | 'eventSubProcess';
  /** True if sequence flows may enter or leave. */
  readonly acceptsIncoming: boolean;
  readonly acceptsOutgoing: boolean;
  /** Allowed event definitions; absent for other elements. */
  readonly eventDefinitions?: ReadonlySet<string>;
  /** Supported extension elements and attributes, in lower case. All others get a warning. */
  readonly understands: ReadonlySet<string>;
  /** Creates the model of a node. Also called for invalid nodes: findings are collected, never thrown. */
  read(node: NodeDraft, context: ReadContext): ElementModel;
}

export const UNDERSTANDS_NOTHING: ReadonlySet<string> = new Set();

/** Model properties of every flow node. */
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

/** Reads the properties of every flow node. */
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
 * Id of the default flow, if `default` names an outgoing flow. Undefined for parallel and event-based gateways, which take all flows
 * (docs/contributing/spec/gateways.md#parallel-choice).
 */
export function defaultFlowOf(node: NodeDraft): string | undefined {
  const written = node.xml.attributes.get('default')?.trim();
  if (written === undefined || written === '' || takesAllFlows(node)) return undefined;
  return node.outgoing.find((flow) => flow.id === written)?.id;
}

/** True for gateways that evaluate no conditions. */
export function takesAllFlows(node: NodeDraft): boolean {
  return node.tag === 'parallelGateway' || node.tag === 'eventBasedGateway';
}

const NO_IDS: readonly string[] = Object.freeze([]);

/** Frozen ids of drafts. */
export function idsOf(drafts: readonly { readonly id: string }[]): readonly string[] {
  return drafts.length === 0 ? NO_IDS : Object.freeze(drafts.map((draft) => draft.id));
}
