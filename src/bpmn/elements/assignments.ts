import { inputTextOf } from '../data/data-flow.ts';
import { childNamed, childrenNamed, type XmlElement } from '../xml/xml-element.ts';
import type { ReadContext } from './element-reader.ts';

/** Longest text of a model, in characters. Longer lists have no items (docs/contributing/spec/expressions.md#expression-limits). */
export const MAX_LIST_LENGTH = 65_536;

/**
 * Trimmed, non-empty items between commas, but not inside `${…}`, `#{…}` and parentheses. A FEEL text (`=…`) is one item
 * (docs/contributing/spec/elements.md#user-task).
 */
export function splitList(text: string): string[] {
  if (text.length > MAX_LIST_LENGTH) return [];
  if (text.trim().startsWith('=')) return [text.trim()];
  const items: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === ',') {
      items.push(text.slice(start, at));
      start = at + 1;
      at += 1;
    } else {
      at = endOfGroup(text, at) ?? at + 1;
    }
  }
  items.push(text.slice(start));
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** Returns undefined if no group opens at `at`. An unclosed one extends to the end. */
function endOfGroup(text: string, at: number): number | undefined {
  const isExpression = (text[at] === '$' || text[at] === '#') && text[at + 1] === '{';
  if (!isExpression && text[at] !== '(') return undefined;
  const [open, close] = isExpression ? ['{', '}'] : ['(', ')'];
  let depth = 0;
  for (let i = isExpression ? at + 1 : at; i < text.length; i += 1) {
    const quoted = isExpression ? endOfString(text, i) : undefined;
    if (quoted !== undefined) i = quoted;
    else if (text[i] === open) depth += 1;
    else if (text[i] === close) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
}

/** Offset, or the text length if unclosed. */
function endOfString(text: string, at: number): number | undefined {
  const mark = text[at];
  if (mark !== '"' && mark !== "'") return undefined;
  for (let i = at + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === mark) return i;
  }
  return text.length;
}

/** Assignment in data inputs. */
export interface AssignmentInputs {
  readonly assignee: string | undefined;
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** jBPM: one `ActorId` is the assignee, several are candidates; `GroupId` lists groups (docs/contributing/spec/mappings.md#inputs-of-user-tasks). */
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

/** Assignment by standard BPMN (docs/contributing/spec/elements.md#user-task). */
interface Performers {
  readonly assignee: string | undefined;
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** A list of potential owners exceeds {@link MAX_LIST_LENGTH} and is dropped. */
  readonly isTooLong: boolean;
}

/** `humanPerformer` is the assignee; `potentialOwner` lists `user(x)`, `group(y)` and plain names: groups. */
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
