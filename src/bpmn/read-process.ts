import type { ContainerModel, ElementModel, ExpressionModel, FlowModel, ProcessModel, ScriptModel } from '../engine/model.ts';
import { readExpression } from '../expressions/deploy.ts';
import { versionTagOf } from './dialects/called-element.ts';
import { boundDecisionsMember, decisionsMember } from './dialects/decision-work.ts';
import { dataValuesOf, SKIPPABLE, skipMember, withEntryAndExit } from './dialects/element-parts.ts';
import { readCondition } from './dialects/expression-language.ts';
import { startFormMember } from './dialects/forms/forms.ts';
import { refuseSecretsInside } from './dialects/io-mappings.ts';
import { listenerPlaceOf, listenersMember, ON_FLOWS, ON_PROCESSES } from './dialects/listeners.ts';
import type { ContainerDraft, DocumentDraft, FlowDraft, ProcessDraft } from './draft.ts';
import { idsOf, type ReadContext, takesAllFlows } from './elements/element-reader.ts';
import { ELEMENT_READERS } from './elements/registry.ts';
import { startsOf, startTriggersOf } from './events/starts.ts';
import { type Finding, findingAt, type PlacedWarning, quote, warningAt } from './finding.ts';
import { branchVariablesOf, onFailureOf } from './select-processes.ts';
import type { ScriptReader } from './text-rules.ts';
import { attributeOf, childNamed, type XmlElement } from './xml/xml-element.ts';

/** Frozen model, valid only without findings, which `context` gets. */
function convert(process: ProcessDraft, context: ReadContext): ProcessModel {
  const elements = new Map<string, ElementModel>();
  for (const node of process.nodes) {
    const reader = ELEMENT_READERS.get(node.tag);
    if (reader === undefined) continue;
    const element = reader.read(node, context);
    refuseSecretsInside(node.xml, element, context);
    const written = listenersMember(node.xml, listenerPlaceOf(node.tag), context, node.id);
    const listeners = reader.category === 'activity' ? withEntryAndExit(written, node, context) : written;
    const skip = SKIPPABLE.has(node.tag) ? skipMember(node.xml, context) : {};
    elements.set(node.id, Object.freeze({ ...element, ...listeners, ...skip }));
  }
  const flows = new Map<string, FlowModel>();
  for (const flow of process.flows) flows.set(flow.id, readFlow(flow, context));
  const containers = new Map<string, ContainerModel>();
  for (const container of process.containers) {
    containers.set(container.id, readContainer(container, context));
  }
  const name = process.xml.attributes.get('name');
  const versionTag = versionTagOf(process.xml);
  const branchVariables = branchVariablesOf(process.xml);
  const onFailure = onFailureOf(process.xml);
  const timerRules = context.document.dialect.timers;
  const initialVariables = dataValuesOf(process.xml, context);
  return Object.freeze({
    key: process.key,
    ...(name === undefined || name.trim() === '' ? {} : { name }),
    ...(versionTag === undefined ? {} : { versionTag }),
    ...(context.platform === undefined ? {} : { platform: context.platform }),
    ...(branchVariables === undefined ? {} : { branchVariables }),
    ...(onFailure === undefined ? {} : { onFailure }),
    ...(timerRules === undefined ? {} : { timerRules }),
    ...(context.followsDialects && context.platform !== undefined ? { followsPlatform: true } : {}),
    ...(context.document.dialect.followsScopes === true ? { followsScopes: true } : {}),
    ...(context.document.dialect.sharesPaths === true ? { sharesPaths: true } : {}),
    ...(context.document.dialect.hasOneReceiver === true ? { hasOneReceiver: true } : {}),
    ...(Object.keys(initialVariables).length === 0 ? {} : { initialVariables }),
    elements,
    flows,
    containers,
    startTriggers: startTriggersOf(process, context.document, elements),
    ...startFormMember(context),
    ...(process.isGlobalTask ? {} : listenersMember(process.xml, ON_PROCESSES, context)),
    ...decisionsMember(elements.values(), context),
    ...boundDecisionsMember(elements.values()),
  });
}

function readContainer(container: ContainerDraft, context: ReadContext): ContainerModel {
  return Object.freeze({
    id: container.id,
    nodes: idsOf(container.nodes),
    flows: idsOf(container.flows),
    starts: idsOf(startsOf(container, context.document)),
    eventSubProcesses: idsOf(container.nodes.filter((node) => node.tag === 'eventSubProcess')),
  });
}

function readFlow(flow: FlowDraft, context: ReadContext): FlowModel {
  const written = childNamed(flow.xml, 'conditionExpression');
  const text = written?.text.trim();
  if (text === '') context.report(findingAt(flow.xml, 'condition is empty'));
  // parsed even if unused: an invalid text rejects the file (docs/contributing/spec/expressions.md#slots-and-dialects)
  const condition = written && text ? readCondition(flow.xml, written, 'condition', context) : undefined;
  return Object.freeze({
    id: flow.id,
    source: flow.source?.id ?? '',
    target: flow.target?.id ?? '',
    ...(condition === undefined || isAlwaysTaken(flow) ? {} : { condition }),
    ...listenersMember(flow.xml, ON_FLOWS, context, flow.id),
    ...skipMember(flow.xml, context),
  });
}

/** Its condition is never evaluated (docs/contributing/spec/gateways.md#exclusive-choice). */
function isAlwaysTaken({ id, source }: FlowDraft): boolean {
  return source !== undefined && (takesAllFlows(source) || attributeOf(source.xml, 'default') === id);
}

/** Findings and warnings are about expressions and work. */
interface ProcessReading {
  readonly model: ProcessModel;
  readonly findings: readonly Finding[];
  readonly warnings: readonly PlacedWarning[];
}

/** Parse error. */
interface Unreadable {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/** Settings for all processes of a file. `passesPlainTasks`: docs/contributing/spec/elements.md#plain-task. */
export interface ReadSettings
  extends Pick<
    ReadContext,
    | 'passesPlainTasks'
    | 'platform'
    | 'readsListeners'
    | 'readsBindings'
    | 'followsDialects'
    | 'texts'
    | 'definitions'
    | 'scripts'
    | 'decisions'
  > {
  /** Already deployed: newer rules do not reject it. */
  readonly isStored: boolean;
  readonly readScript: ScriptReader;
}

interface Reported {
  readonly findings: Finding[];
  readonly warnings: PlacedWarning[];
}

/** Never throws. */
export function readProcess(process: ProcessDraft, document: DocumentDraft, settings: ReadSettings): ProcessReading {
  const reported: Reported = { findings: [], warnings: [] };
  const model = convert(process, contextOf(process, document, settings, reported));
  return { model, ...reported };
}

function contextOf(process: ProcessDraft, document: DocumentDraft, settings: ReadSettings, reported: Reported): ReadContext {
  const { isStored, readScript: _, ...shared } = settings;
  const context: ReadContext = {
    ...shared,
    document,
    process,
    report: (finding) => reported.findings.push(finding),
    refuse(finding) {
      if (!isStored) reported.findings.push(finding);
    },
    warn: (warning) => reported.warnings.push(warning),
    withFallback(owner, read, fallback) {
      if (!isStored) return read(context);
      const own: Reported = { findings: [], warnings: [] };
      // nested `withFallback` calls do not fall back separately
      const inside: ReadContext = {
        ...contextOf(process, document, settings, own),
        withFallback: (_owner, readInside) => readInside(inside),
      };
      const result = read(inside);
      if (own.findings.length === 0) {
        reported.warnings.push(...own.warnings);
        return result;
      }
      for (const { text } of own.findings) {
        const what = { event: 'attribute-ignored', text: `${text}; it is left out` } as const;
        reported.warnings.push(warningAt(owner, process.key, what));
      }
      return fallback(context);
    },
    ...textReadersOf(process, settings, reported),
  };
  return context;
}

/** docs/contributing/spec/http/custom-tasks.md#secret-placeholders */
const SECRET = /\{\{\s*secrets\./;

/** They become inputs of custom tasks. */
const TAKES_SECRETS = /^(?:input mapping|field )/;

function textReadersOf(
  process: ProcessDraft,
  { isStored, readScript, texts: rules }: ReadSettings,
  { findings, warnings }: Reported,
): Pick<ReadContext, 'expression' | 'script'> {
  const warn = (owner: XmlElement, texts: readonly string[]): void => {
    for (const text of texts) warnings.push(warningAt(owner, process.key, { event: 'attribute-ignored', text }));
  };
  const refuse = (owner: XmlElement, slot: string, text: string, faults: readonly Unreadable[]): void => {
    if (isStored) return;
    for (const fault of faults) findings.push(findingAt(owner, cannotParse(slot, text, fault)));
  };
  return {
    expression(owner, text, kind, slot, named): ExpressionModel {
      const read = readExpression(text, kind, slot, rules, named);
      if (SECRET.test(text) && !TAKES_SECRETS.test(slot))
        warn(owner, [`${slot}: {{secrets.…}} is text here; secrets are put into inputs of custom tasks only`]);
      if (read.ok) {
        warn(owner, read.warnings);
        refuse(owner, slot, text, read.faults);
        return Object.freeze(read.expression);
      }
      findings.push(findingAt(owner, cannotParse(slot, text, read)));
      return { kind: 'expression', slot, dialect: 'literal', text, source: text };
    },
    script(owner, source, format, resultVariable): ScriptModel {
      const read = readScript(source, format, resultVariable);
      if (read.ok) {
        warn(owner, read.warnings);
        refuse(owner, 'script', source, read.faults);
        return Object.freeze(read.script);
      }
      const text = read.unsupportedFormat
        ? `script format '${quote(format ?? '')}' is not supported`
        : cannotParse('script', source, read);
      findings.push(findingAt(owner, text));
      return { kind: 'script', dialect: 'lenient', source: '' };
    },
  };
}

function cannotParse(slot: string, text: string, { reason, line, column }: Unreadable): string {
  return `${slot}: cannot parse '${quote(text)}': ${quote(reason)} at ${line}:${column}`;
}
