import { inputTextOf } from '../data/data-flow.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { MAX_LIST_LENGTH, splitList } from '../xml/split-list.ts';
import { childNamed, childrenNamed, type XmlElement } from '../xml/xml-element.ts';

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

/** Assignment by standard BPMN elements (docs/contributing/spec/elements.md#user-task). */
interface Performers {
  readonly assignee: string | undefined;
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** True if a list of potential owners exceeds {@link MAX_LIST_LENGTH} and is dropped. */
  readonly isTooLong: boolean;
}

/** `humanPerformer` is the assignee; `potentialOwner` lists `user(x)`, `group(y)` and plain names, which are groups. */
export function performersOf(xml: XmlElement): Performers {
  const users: string[] = [];
  const groups: string[] = [];
  const owners = childrenNamed(xml, 'potentialOwner').map(textOf);
  for (const item of owners.flatMap(splitList)) {
    const named = /^(user|group)\s*\((.*)\)$/s.exec(item);
    const names = named === null ? [item] : splitList(named[2] ?? '');
    for (const name of names) (named?.[1] === 'user' ? users : groups).push(name);
  }
  const assignee = childrenNamed(xml, 'humanPerformer')
    .map(textOf)
    .find((text) => text !== '');
  return { assignee, users, groups, isTooLong: owners.some((text) => text.length > MAX_LIST_LENGTH) };
}

function textOf(role: XmlElement): string {
  const assignment = childNamed(role, 'resourceAssignmentExpression');
  if (assignment === undefined) return '';
  const expression = childNamed(assignment, 'formalExpression') ?? childNamed(assignment, 'expression') ?? assignment;
  return expression.text.trim();
}
