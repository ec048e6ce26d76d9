import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { instanceQuery, xmlQuery } from '../../api/views.ts';
import { BPMN } from '../../components/diagram/namespaces.ts';
import { usesIn, type VariableUse } from '../../components/forms/variable-uses.ts';
import type { VariablesOfModel } from './panes/summary.ts';

/** Extension property: comma-separated variables that the form shows. */
const SHOWN = 'shownVariables';
/** Expressions and templates in the JSON of a form. */
const IN_FORM = /"=[^"]*"|\{\{[^}]*\}\}/g;
/** Names in expressions. */
const NAMES = /(?<![\p{L}\p{N}_.])(?:_context\.|variables\.)?([\p{L}_][\p{L}\p{N}_]*)(?![\p{L}\p{N}_]|\s*\()/gu;

export type FormOfTask = Pick<UserTaskView, 'fields' | 'expectedOutputs'>;

/** Facts about the variables of a task. */
export interface ModelOfTask extends VariablesOfModel {
  /** types in conditions */
  readonly uses: ReadonlyMap<string, VariableUse>;
}

const NOTHING: ModelOfTask = { uses: new Map(), shown: undefined, compared: [], isUsed: () => false };

/** Returns undefined while loading. Empty if the user may not see the instance, or if the model cannot be read. */
export function useTaskModel(
  { instanceId, activityId }: Pick<UserTaskView, 'instanceId' | 'activityId'>,
  maySee: boolean,
): ModelOfTask | undefined {
  const instance = useQuery({ ...instanceQuery(instanceId), enabled: maySee });
  const { key = '', version = 0 } = instance.data ?? {};
  const xml = useQuery({ ...xmlQuery(key, version), enabled: instance.data !== undefined });
  const model = useMemo(() => (xml.data === undefined ? undefined : readTaskModel(xml.data, activityId)), [xml.data, activityId]);
  if (!maySee || instance.isError || xml.isError) return NOTHING;
  return model;
}

function readTaskModel(xml: string, activityId: string): ModelOfTask {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const conditions = ['conditionExpression', 'condition'].flatMap((tag) => [...document.getElementsByTagNameNS(BPMN, tag)]);
  const element = [...document.getElementsByTagNameNS(BPMN, 'userTask')].find((task) => task.getAttribute('id') === activityId);
  const properties = [...(element?.getElementsByTagNameNS('*', 'property') ?? [])];
  const shown = properties.find((property) => property.getAttribute('name') === SHOWN)?.getAttribute('value');
  return {
    uses: usesIn(conditions.map(({ textContent }) => textContent ?? '')),
    shown: shown?.split(',').map((name) => name.trim()),
    compared: [...usesIn(conditionsBehind(document, activityId)).keys()],
    isUsed: usedIn([...conditions.map(({ textContent }) => textContent ?? ''), ...textsAround(document, element)].join('\n')),
  };
}

/** Texts of forms and decisions of the process, and of the task that can contain expressions. */
function textsAround(document: Document, task: Element | undefined): readonly string[] {
  const expressions = [
    task?.getAttribute('name') ?? '',
    task?.getElementsByTagNameNS(BPMN, 'documentation')[0]?.textContent ?? '',
  ];
  const forms = [...document.getElementsByTagNameNS('*', 'userTaskForm')].flatMap(
    ({ textContent }) => textContent?.match(IN_FORM) ?? [],
  );
  const decisions = [...document.getElementsByTagNameNS(BPMN, 'businessRuleTask')].flatMap((rule) =>
    [...rule.getElementsByTagNameNS('*', 'input'), ...rule.getElementsByTagNameNS('*', 'inputParameter')].map(
      (input) => input.getAttribute('source') ?? input.textContent ?? '',
    ),
  );
  return [...expressions.filter((text) => /^=|[$#]\{/.test(text)), ...forms, ...decisions];
}

/** By whole names, which are no members of another value and not the names of functions. */
function usedIn(text: string): (variable: string) => boolean {
  const names = new Set([...text.matchAll(NAMES)].map(([, name]) => name));
  return (variable) => names.has(variable);
}

/** Conditions of flows that leave the task or the gateway after it. */
function conditionsBehind(document: Document, activityId: string): readonly string[] {
  const flows = [...document.getElementsByTagNameNS(BPMN, 'sequenceFlow')];
  const gateways = ['exclusiveGateway', 'inclusiveGateway'].flatMap((tag) => [...document.getElementsByTagNameNS(BPMN, tag)]);
  const from = (id: string | null) => flows.filter((flow) => flow.getAttribute('sourceRef') === id);
  const isGateway = (id: string | null) => gateways.some((gateway) => gateway.getAttribute('id') === id);
  const behind = from(activityId).flatMap((flow) => {
    const target = flow.getAttribute('targetRef');
    return [flow, ...(isGateway(target) ? from(target) : [])];
  });
  return behind.map((flow) => flow.getElementsByTagNameNS(BPMN, 'conditionExpression')[0]?.textContent ?? '');
}

/**
 * Expected outputs without field. If the task has neither fields nor expected outputs: the variables without value in the conditions after it, as
 * optional outputs. None while the model loads. `known`: variables with a value; undefined: unknown, so there are no optional outputs.
 */
export function outputsOf(
  { fields = [], expectedOutputs }: FormOfTask,
  model: ModelOfTask | undefined,
  known: ReadonlyMap<string, unknown> | undefined,
): { readonly names: readonly string[]; readonly isOptional: boolean } {
  if (model === undefined) return { names: [], isOptional: true }; // otherwise the type of a field could change during input
  const names = expectedOutputs.filter((name) => !fields.some(({ id }) => id === name));
  if (fields.length + expectedOutputs.length > 0 || known === undefined) return { names, isOptional: false };
  return { names: model.compared.filter((name) => !known.has(name)), isOptional: true };
}
