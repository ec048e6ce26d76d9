import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { instanceQuery, xmlQuery } from '../../api/views.ts';
import { BPMN } from '../../components/diagram/namespaces.ts';
import { usesIn, type VariableUse } from './variable-uses.ts';

/** Extension property of a user task: the variables that its form shows, separated by commas. */
const SHOWN = 'shownVariables';

/** Facts of the model about the values of a task. */
export interface ModelOfTask {
  /** types of variables, as conditions use them */
  readonly uses: ReadonlyMap<string, VariableUse>;
  /** variables that the author chose to show; undefined: no choice */
  readonly shown: readonly string[] | undefined;
  /** variables that the flows behind the task compare */
  readonly compared: readonly string[];
}

const NOTHING: ModelOfTask = { uses: new Map(), shown: undefined, compared: [] };

/** The model of a task; undefined: still loading. A user who may not see the instance gets an empty one. */
export function useTaskModel({ instanceId, activityId }: UserTaskView, maySee: boolean): ModelOfTask | undefined {
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
  };
}

/** Conditions of the flows that leave a task, or the gateway that follows it. */
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

/** Names of the requested outputs without a field. A task that requests nothing is asked, as an option, for what decides its path and has no value. */
export function outputsOf(
  { fields = [], expectedOutputs }: UserTaskView,
  model: ModelOfTask | undefined,
  known: ReadonlyMap<string, unknown> | undefined,
): { readonly names: readonly string[]; readonly isOptional: boolean } {
  if (model === undefined) return { names: [], isOptional: true }; // an input could change its type below the fingers
  const names = expectedOutputs.filter((name) => !fields.some(({ id }) => id === name));
  if (fields.length + expectedOutputs.length > 0 || known === undefined) return { names, isOptional: false };
  return { names: model.compared.filter((name) => !known.has(name)), isOptional: true };
}
