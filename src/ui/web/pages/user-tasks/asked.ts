import type { FormField } from '../../../../engine/model/model-texts.ts';
import { JsonText, withMembers } from '../../api/json-text.ts';
import { faultOf } from '../../components/forms/field-fault.ts';
import { initialText, valueOfField } from '../../components/forms/field-value.ts';
import { faultOfOutput, type OutputField, outputField, outputText, valueOfOutput } from '../../components/forms/output-type.ts';
import { faultTexts } from '../../texts/forms.ts';
import type { TaskVariables } from './panes/summary.ts';
import { type FormOfTask, type ModelOfTask, outputsOf } from './use-task-model.ts';

/** A field of the form, an expected output, or a member of one. */
export interface TaskQuestion {
  /** of a member: with the name of the output */
  readonly id: string;
  /** undefined: expected output */
  readonly field: FormField | undefined;
  readonly output: OutputField | undefined;
  readonly text: string;
  readonly fault: string | undefined;
  /** fields of an output that is an object */
  readonly members?: readonly TaskQuestion[];
}

/** Texts by {@link TaskQuestion.id}. */
type Texts = ReadonlyMap<string, string>;

/** Objects with more members are edited as JSON. */
const MOST_MEMBERS = 20;
/** Character that the database does not accept in names. */
const INSIDE = '\u0000';

/** Fields, then other expected outputs. `texts`: the input; others have the value of their variable, otherwise the default. */
export function askedOf(
  task: FormOfTask,
  texts: Texts,
  variables: TaskVariables | undefined,
  model: ModelOfTask | undefined,
): readonly TaskQuestion[] {
  const { fields = [], expectedOutputs } = task;
  const known = new Map(variables);
  const { names, isOptional } = outputsOf(task, model, variables && known);
  return [
    ...fields.map((field): TaskQuestion => {
      const text = texts.get(field.id) ?? shownFirst(field, known.get(field.id));
      const isMissing = expectedOutputs.includes(field.id) && field.isReadOnly !== true && text === '';
      const fault = faultOf(field, text) ?? (isMissing ? faultTexts.needed : undefined);
      return { id: field.id, field: withLines(field, text), output: undefined, text, fault };
    }),
    ...names.map((id): TaskQuestion => {
      const value = known.get(id);
      const output = { ...outputField(id, model?.uses.get(id), value), isOptional };
      const members = output.type === 'structure' ? membersOf(id, value, texts) : undefined;
      return { ...answered(id, output, value, texts), ...(members && { fault: undefined, members }) };
    }),
  ];
}

function answered(id: string, output: OutputField, value: unknown, texts: Texts): TaskQuestion {
  const text = texts.get(id) ?? outputText(output, value);
  return { id, field: undefined, output, text, fault: faultOfOutput(output, text) };
}

/** One field per member. Undefined: not an object, without or with too many members, or with input as JSON. */
function membersOf(id: string, value: unknown, texts: Texts): readonly TaskQuestion[] | undefined {
  if (Array.isArray(value) || texts.has(id)) return undefined;
  const entries = Object.entries(value as object);
  if (entries.length === 0 || entries.length > MOST_MEMBERS) return undefined;
  return entries.map(([name, member]) => {
    const output = outputField(name, undefined, member);
    const isOptional = output.type === 'text' || output.type === 'json';
    return answered(`${id}${INSIDE}${name}`, { ...output, isOptional }, member, texts);
  });
}

/** The members if it has some, otherwise itself. */
export function partsOf(asked: TaskQuestion): readonly TaskQuestion[] {
  return asked.members ?? [asked];
}

/** Variable of the same name if the field can show it without loss, otherwise the default. */
function shownFirst(field: FormField, value: unknown): string {
  const isExact = typeof value === 'number' ? Number.isSafeInteger(value) || String(value).length <= 15 : true;
  const isPlain = typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
  return initialText(isPlain && isExact ? { ...field, defaultValue: value } : field);
}

/** A field of one line would remove line breaks. */
function withLines(field: FormField, text: string): FormField {
  return field.type === 'text' && text.includes('\n') ? { ...field, control: 'textarea' } : field;
}

/** Omits unchanged values, unless the task expects them. */
export function valuesOf(
  { expectedOutputs }: FormOfTask,
  asked: readonly TaskQuestion[],
  texts: Texts,
  variables: TaskVariables | undefined,
): ReadonlyMap<string, JsonText> {
  const isThere = new Set(variables?.map(([name]) => name));
  const values = asked.flatMap((one): [string, JsonText][] => {
    const { id, field, text } = one;
    const isUntouched = !texts.has(id) && isThere.has(id) && !expectedOutputs.includes(id);
    if (field !== undefined && (field.isReadOnly === true || isUntouched)) return [];
    const value = field === undefined ? givenOf(one) : valueOfField(field, text);
    return value === undefined ? [] : [[id, value]];
  });
  return new Map(values);
}

function givenOf({ output, text, members }: TaskQuestion): JsonText | undefined {
  if (members === undefined) return output && valueOfOutput(output, text);
  return withMembers(
    undefined,
    new Map(
      members.flatMap(({ output: member, text: of }) => {
        const empty = new JsonText(member?.type === 'text' ? '""' : 'null');
        return member === undefined ? [] : [[member.id, valueOfOutput(member, of) ?? empty]];
      }),
    ),
  );
}
