import { inputTextOf } from './data-flow.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { splitList } from './split-list.ts';
import type { XmlElement } from './xml-element.ts';

export interface AssignmentInputs {
  readonly assignee: string | undefined;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/**
 * Assignment from jBPM data inputs: one `ActorId` is the assignee, several are candidates; `GroupId` lists groups
 * (docs/contributing/spec/mappings.md#inputs-of-user-tasks).
 */
export function assignmentInputsOf(xml: XmlElement, context: ReadContext): AssignmentInputs {
  const actors = listOf(inputTextOf(xml, 'ActorId', context));
  const [only, ...more] = actors;
  return {
    assignee: more.length === 0 ? only : undefined,
    users: more.length === 0 ? [] : actors,
    groups: listOf(inputTextOf(xml, 'GroupId', context)),
  };
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : splitList(text);
}
