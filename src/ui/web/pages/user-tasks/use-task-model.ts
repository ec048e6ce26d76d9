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
}

const NOTHING: ModelOfTask = { uses: new Map(), shown: undefined };

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
  };
}
