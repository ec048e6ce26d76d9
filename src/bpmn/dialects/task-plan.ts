import type { ExpressionModel, TaskPlanModel, TimerForm } from '../../engine/model.ts';
import { timerFault } from '../../expressions/timers.ts';
import { inputTextOf } from '../data/data-flow.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../finding.ts';
import { dialectAttributeOf, extensionsNamed, type XmlElement } from '../xml/xml-element.ts';
import { anyDialect, camunda, ext } from './namespaces.ts';

/** Due date, priority and category, in lower case. */
export const PLAN_EXTENSIONS: readonly string[] = [
  ...['duedate', 'followupdate', 'priority', 'category', 'taskschedule', 'prioritydefinition'],
];

/** jBPM inputs that notify about or reassign an overdue task. */
const DEADLINES: readonly string[] = ['NotStartedReassign', 'NotCompletedReassign', 'NotStartedNotify', 'NotCompletedNotify'];

/** Reads any dialect (docs/contributing/spec/elements.md#task-plan). */
export function planMember(xml: XmlElement, context: ReadContext): { readonly plan?: TaskPlanModel } {
  const due = written(xml, 'dueDate', 'taskSchedule') ?? inputOfJbpm(xml, 'DueDate', context);
  const followUp = written(xml, 'followUpDate', 'taskSchedule');
  const priority = written(xml, 'priority', 'priorityDefinition') ?? inputOfJbpm(xml, 'Priority', context);
  const category = written(xml, 'category');
  warnOfDeadlines(xml, context);
  const plan: TaskPlanModel = {
    ...(due === undefined ? {} : { due: read(xml, due, TIME('due date', context), context) }),
    ...(followUp === undefined ? {} : { followUp: read(xml, followUp, TIME('follow-up date', context), context) }),
    ...(priority === undefined ? {} : { priority: read(xml, priority, PRIORITY, context) }),
    ...(category === undefined ? {} : { category: read(xml, category, { slot: 'category' }, context) }),
  };
  return Object.keys(plan).length === 0 ? {} : { plan: Object.freeze(plan) };
}

/** Attribute of the task or an extension element. */
function written(xml: XmlElement, attribute: string, extension?: string): string | undefined {
  const own = dialectAttributeOf(xml, anyDialect, attribute);
  if (own !== undefined || extension === undefined) return own;
  return extensionsNamed(xml, ext, extension)
    .map((element) => dialectAttributeOf(element, ext, attribute))
    .find((text) => text !== undefined);
}

/** Returns undefined in other files, where such an input is ordinary data. */
function inputOfJbpm(xml: XmlElement, name: string, context: ReadContext): string | undefined {
  return context.document.dialect.plansByInputs ? inputTextOf(xml, name, context) : undefined;
}

/** `wanted`: requirement for a literal. */
interface PlanSlot {
  readonly slot: string;
  readonly wanted?: { readonly what: string; readonly fits: (text: string) => boolean };
}

const TIME = (slot: string, context: ReadContext): PlanSlot => {
  const isTimer = (form: TimerForm, text: string) => timerFault(form, text, context.document.dialect.timers) === undefined;
  const fits = (text: string) => isTimer('timeDate', text) || isTimer('timeDuration', text);
  return { slot, wanted: { what: 'neither an ISO 8601 date nor a duration', fits } };
};
const PRIORITY: PlanSlot = {
  slot: 'priority',
  wanted: { what: 'not a whole number of 32 bits', fits: (text) => /^[+-]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31 },
};

function read(xml: XmlElement, text: string, { slot, wanted }: PlanSlot, context: ReadContext): ExpressionModel {
  const expression = context.expression(xml, text, 'template', slot);
  if (expression.dialect === 'literal' && wanted?.fits(expression.source.trim()) === false) {
    context.report(findingAt(xml, `${slot} '${quote(text)}' is ${wanted.what}`));
  }
  return expression;
}

function warnOfDeadlines(xml: XmlElement, context: ReadContext): void {
  for (const name of DEADLINES) {
    if (inputOfJbpm(xml, name, context) === undefined) continue;
    const text = `data input ${name} is not executed: model a boundary timer`;
    context.warn(warningAt(xml, context.process.key, { event: 'attribute-ignored', name, text }));
  }
}

/** Attribute with assignee or candidates; Camunda 7 takes precedence. */
export function assignmentAttributeOf(xml: XmlElement, name: string): string | undefined {
  return dialectAttributeOf(xml, camunda, name) ?? dialectAttributeOf(xml, ext, name);
}
