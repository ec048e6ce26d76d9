import type { ElementModel, ExpressionModel, MappingsModel, Place, Platform, ScriptModel } from '../../engine/model.ts';
import type { NamedLanguage, TextRules } from '../../expressions/deploy.ts';
import type { DecisionLibrary } from '../decisions/decision-library.ts';
import type { DefinitionIndex } from '../definition-index.ts';
import type { DocumentDraft, NodeDraft, ProcessDraft } from '../draft.ts';
import type { Finding, PlacedWarning } from '../finding.ts';
import type { ScriptResources } from '../reading.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Settings, lookups, and functions to report errors and warnings. */
export interface ReadContext {
  readonly document: DocumentDraft;
  readonly process: ProcessDraft;
  /** True if plain tasks pass the token on (docs/contributing/spec/elements.md#plain-task). */
  readonly passesPlainTasks: boolean;
  readonly platform: Platform | undefined;
  /** Deployed to a release that runs listeners. */
  readonly readsListeners: boolean;
  /** Deployed to a release that calls decisions of other deployments. */
  readonly readsBindings: boolean;
  /** Expressions, mappings, timers and tables follow the target platform; false for versions of older releases. */
  readonly followsDialects: boolean;
  readonly texts: TextRules;
  readonly definitions: DefinitionIndex;
  /** Deployed with this file. */
  readonly scripts: ScriptResources;
  /** Deployed with this file. */
  readonly decisions: DecisionLibrary;
  report(finding: Finding): void;
  /** Rejects new files only: stored versions continue to run. */
  refuse(finding: Finding): void;
  warn(warning: PlacedWarning): void;
  /**
   * Reads a feature that older releases ignored. A stored version with an invalid expression gets a warning and the result of `fallback`, the behavior
   * of the older release.
   */
  withFallback<Result>(
    owner: XmlElement,
    read: (context: ReadContext) => Result,
    fallback: (context: ReadContext) => Result,
  ): Result;
  /** Reports an invalid text and returns a placeholder; the model is then discarded. */
  expression(
    owner: XmlElement,
    text: string,
    kind: 'expression' | 'template',
    slot: string,
    named?: NamedLanguage,
  ): ExpressionModel;
  /** Reports errors like {@link expression}, and unknown formats. */
  script(owner: XmlElement, source: string, format: string | undefined, resultVariable: string | undefined): ScriptModel;
}

/** Parser for one kind of flow node. A new kind is a file with a reader and a row in the registry. */
export interface ElementReader {
  readonly tag: ElementModel['type'];
  readonly category: 'event' | 'activity' | 'gateway' | 'eventSubProcess';
  /** Sequence flows may enter; may leave. */
  readonly acceptsIncoming: boolean;
  readonly acceptsOutgoing: boolean;
  /** Allowed ones; absent if not an event. */
  readonly eventDefinitions?: ReadonlySet<string>;
  /** Extension elements and attributes, in lower case. Others get a warning. */
  readonly understands: ReadonlySet<string>;
  /** Called also for invalid nodes: never throws, findings are collected. */
  read(node: NodeDraft, context: ReadContext): ElementModel;
}

export const UNDERSTANDS_NOTHING: ReadonlySet<string> = new Set();

/** Properties of every flow node. */
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
 * Returns undefined unless `default` names an outgoing flow, and for parallel and event-based gateways, which take all flows
 * (docs/contributing/spec/gateways.md#parallel-choice).
 */
export function defaultFlowOf(node: NodeDraft): string | undefined {
  const written = node.xml.attributes.get('default')?.trim();
  if (written === undefined || written === '' || takesAllFlows(node)) return undefined;
  return node.outgoing.find((flow) => flow.id === written)?.id;
}

/** True for gateways without conditions. */
export function takesAllFlows(node: NodeDraft): boolean {
  return node.tag === 'parallelGateway' || node.tag === 'eventBasedGateway';
}

const NO_IDS: readonly string[] = Object.freeze([]);

/** Returns frozen ids. */
export function idsOf(drafts: readonly { readonly id: string }[]): readonly string[] {
  return drafts.length === 0 ? NO_IDS : Object.freeze(drafts.map((draft) => draft.id));
}
