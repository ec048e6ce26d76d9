import type { ExpressionModel, UserTaskModel } from '../../engine/model.ts';
import { taskVariablesOf } from '../dialects/element-parts.ts';
import { formOf } from '../dialects/forms/forms.ts';
import { ext } from '../dialects/namespaces.ts';
import { assignmentAttributeOf, PLAN_EXTENSIONS, planMember } from '../dialects/task-plan.ts';
import { findingAt, warningAt } from '../finding.ts';
import { dialectAttributeOf, extensionsNamed, type XmlElement } from '../xml/xml-element.ts';
import { activityOf, activityWords } from './activity.ts';
import { type AssignmentInputs, assignmentInputsOf, MAX_LIST_LENGTH, performersOf, splitList } from './assignments.ts';
import type { ElementReader, ReadContext } from './element-reader.ts';

/** docs/contributing/spec/elements.md#user-task */
export const userTask: ElementReader = {
  tag: 'userTask',
  category: 'activity',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: activityWords(
    ...['assignee', 'candidateusers', 'candidategroups', 'assignmentdefinition', 'expectedoutputs', ...PLAN_EXTENSIONS],
    ...['taskidvariablename', 'taskcompletervariablename'],
  ),
  read(node, context) {
    const warn = (text: string): void =>
      context.warn(warningAt(node.xml, context.process.key, { event: 'attribute-ignored', text }));
    const form = formOf(node.xml, context.process.xml, warn, context.scripts, context.followsDialects);
    return {
      type: 'userTask',
      ...activityOf(node, context),
      ...context.withFallback(
        node.xml,
        (current) => readAssignment(node.xml, assignmentInputsOf(node.xml, current), current),
        (older) => readAssignment(node.xml, NO_INPUTS, older),
      ),
      expectedOutputs: Object.freeze(expectedOutputsOf(node.xml)),
      ...taskVariablesOf(node.xml, context),
      ...(form === undefined ? {} : { form }),
      ...context.withFallback(
        node.xml,
        (current) => planMember(node.xml, current),
        () => ({}),
      ),
    };
  },
};

const NO_INPUTS: AssignmentInputs = { assignee: undefined, users: [], groups: [] };

function readAssignment(
  xml: XmlElement,
  inputs: AssignmentInputs,
  context: ReadContext,
): Pick<UserTaskModel, 'assignee' | 'candidateUsers' | 'candidateGroups' | 'splits'> {
  const written = assignmentOf(xml, inputs, context);
  const read = (text: string, slot: string) => context.expression(xml, text, 'template', slot);
  const assignee = written.assignee === undefined ? {} : { assignee: read(written.assignee, 'assignee') };
  const candidateUsers = Object.freeze(written.candidateUsers.map((text) => read(text, 'candidate users')));
  const candidateGroups = Object.freeze(written.candidateGroups.map((text) => read(text, 'candidate groups')));
  const all = [...candidateUsers, ...candidateGroups, ...Object.values(assignee)];
  return { ...assignee, candidateUsers, candidateGroups, ...splitsOf(all, context) };
}

/** Lists: in Camunda 7, Flowable and jBPM an expression may give names (docs/contributing/spec/elements.md#user-task). */
function splitsOf(texts: readonly ExpressionModel[], { texts: { groups } }: ReadContext): Pick<UserTaskModel, 'splits'> {
  if (groups === undefined || groups === 'ownJuel') return {};
  if (!texts.some(({ dialect }) => dialect === 'juel' || dialect === 'template')) return {};
  return { splits: groups === 'mvel' ? 'all' : 'candidates' };
}

interface Assignment {
  readonly assignee: string | undefined;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
}

/**
 * Takes per property the first of: task attribute of any dialect, ext `assignmentDefinition`, BPMN performers, data inputs. Security: a missed source
 * leaves the task open to all users.
 */
function assignmentOf(xml: XmlElement, inputs: AssignmentInputs, context: ReadContext): Assignment {
  const extensions = extensionsNamed(xml, ext, 'assignmentDefinition');
  const performers = performersOf(xml);
  const tooLong = (what: string): void => context.report(findingAt(xml, `${what} is longer than ${MAX_LIST_LENGTH} characters`));
  if (performers.isTooLong) tooLong('potentialOwner');
  const written = (property: string): string | undefined =>
    assignmentAttributeOf(xml, property) ??
    extensions.map((extension) => dialectAttributeOf(extension, ext, property)).find((value) => value !== undefined);
  const list = (property: string, fallback: readonly string[]): readonly string[] => {
    const text = written(property);
    if (text === undefined) return fallback;
    if (text.length > MAX_LIST_LENGTH) tooLong(property);
    return splitList(text);
  };
  return {
    assignee: written('assignee') ?? performers.assignee ?? inputs.assignee,
    candidateUsers: list('candidateUsers', performers.users.length > 0 ? performers.users : inputs.users),
    candidateGroups: list('candidateGroups', performers.groups.length > 0 ? performers.groups : inputs.groups),
  };
}

/** Distinct `expectedOutputs/expectedOutput` (legacy child `output`). */
function expectedOutputsOf(xml: XmlElement): string[] {
  const names = extensionsNamed(xml, ext, 'expectedOutputs')
    .flatMap((list) => list.children)
    .filter((child) => ext(child.uri) && ['expectedoutput', 'output'].includes(child.local.toLowerCase()))
    .map((child) => dialectAttributeOf(child, ext, 'name'));
  return [...new Set(names.filter((name) => name !== undefined))];
}
