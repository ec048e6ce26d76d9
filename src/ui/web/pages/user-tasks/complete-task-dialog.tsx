import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, useAction } from '../../api/actions.ts';
import { withMembers } from '../../api/json-text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormFields } from '../../components/forms/form-fields.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { readVariables } from '../../components/json-text.ts';
import { useMayOpen } from '../../components/use-may.ts';
import { VariablesField } from '../../components/variables-field.tsx';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { ActAs } from './acting.ts';
import { OutputInput, valueOfOutput } from './output-field.tsx';
import { faultOfOutput, outputField } from './output-type.ts';
import { calledOf } from './panes/title-of-task.ts';
import { useTaskVariables } from './panes/use-task-variables.ts';
import { outputsOf, useTaskModel } from './use-task-model.ts';

/**
 * Fields of the form, one for each other expected output, and one for further variables (docs/contributing/spec/pages.md#user-tasks). Empty fields
 * are not sent, so that the engine reports missing ones.
 */
export function CompleteTaskDialog(props: { readonly task: UserTaskView; readonly actAs: ActAs; readonly onClose: () => void }) {
  const { task, actAs, onClose } = props;
  const [outputs, setOutputs] = useState<ReadonlyMap<string, string>>(new Map());
  const fields = task.fields ?? [];
  const form = useForm(fields);
  const [further, setFurther] = useState('');
  const complete = useAction(actions.complete, () => pageTexts.completed, { showsRefusal: false });
  const { variables: others, error } = readVariables(further);
  const maySee = useMayOpen()('see', task.processKey ?? null);
  const model = useTaskModel(task, maySee);
  const variables = useTaskVariables(task, maySee);
  const known = new Map(variables);
  const { names, isOptional } = outputsOf(task, model, variables && known);
  const asked = names.map((name) => ({
    field: { ...outputField(name, model?.uses.get(name), known.get(name)), isOptional },
    text: outputs.get(name) ?? '',
  }));
  const hasFault = asked.some(({ field, text }) => text !== '' && faultOfOutput(field, text) !== undefined);
  const submit = () => {
    const expected = asked.flatMap(({ field, text }) => {
      const value = valueOfOutput(field, text);
      return value === undefined ? [] : [[field.id, value] as const];
    });
    const sent = withMembers(others, new Map([...form.values(), ...expected]));
    actAs((actor) => complete.mutate({ taskId: task.taskId, variables: sent, ...actor }, { onSuccess: onClose }));
  };
  return (
    <Dialog
      title={pageTexts.completeOf(calledOf(task))}
      action={pageTexts.acts.complete}
      isReady={error === undefined && !hasFault && model !== undefined}
      isBusy={complete.isPending}
      refusal={complete.error?.message}
      onAction={submit}
      onClose={onClose}
    >
      <FormFields fields={fields} form={form} isFocused />
      {asked.map(({ field, text }, index) => (
        <OutputInput
          key={field.id}
          field={field}
          text={text}
          isFocused={index === 0 && fields.length === 0}
          fault={text === '' ? undefined : faultOfOutput(field, text)}
          onText={(entered) => setOutputs(new Map([...outputs, [field.id, entered]]))}
        />
      ))}
      <VariablesField label={pageTexts.furtherLabel} value={further} onChange={setFurther} />
    </Dialog>
  );
}
