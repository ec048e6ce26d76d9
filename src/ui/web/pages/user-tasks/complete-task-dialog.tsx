import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, type NamedActor, useAction } from '../../api/actions.ts';
import { withMembers } from '../../api/json-text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormFields } from '../../components/forms/form-fields.tsx';
import { useForm } from '../../components/forms/use-form.ts';
import { readValue, readVariables } from '../../components/json-text.ts';
import { VariablesField } from '../../components/variables-field.tsx';
import { pageTexts } from '../../texts/user-tasks.ts';

/**
 * Completes a task: fields of its form, one for each other expected output, and a field for more
 * (docs/contributing/spec/pages.md#user-tasks). An empty field is omitted, so that the engine reports it as missing.
 */
export function CompleteTaskDialog(props: {
  readonly task: UserTaskView;
  readonly acting: NamedActor;
  readonly onClose: () => void;
}) {
  const { task, acting, onClose } = props;
  const [outputs, setOutputs] = useState<ReadonlyMap<string, string>>(new Map());
  const fields = task.fields ?? [];
  const isField = (name: string) => fields.some(({ id }) => id === name);
  const form = useForm(fields);
  const [further, setFurther] = useState('');
  const complete = useAction(actions.complete, () => pageTexts.completed, { showsRefusal: false });
  const { variables: others, error } = readVariables(further);
  const submit = () => {
    const expected = [...outputs].filter(([, text]) => text !== '').map(([name, text]) => [name, readValue(text)] as const);
    const variables = withMembers(others, new Map([...form.values(), ...expected]));
    complete.mutate({ taskId: task.taskId, variables, ...acting }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={pageTexts.completeOf(task.activityId)}
      action={pageTexts.acts.complete}
      isReady={error === undefined}
      isBusy={complete.isPending}
      refusal={complete.error?.message}
      onAction={submit}
      onClose={onClose}
    >
      <FormFields fields={fields} form={form} isFocused />
      {task.expectedOutputs
        .filter((name) => !isField(name))
        .map((name, index) => (
          <TextInput
            key={name}
            label={name}
            placeholder={pageTexts.valueExample}
            {...(index === 0 && fields.length === 0 && { 'data-autofocus': true })}
            value={outputs.get(name) ?? ''}
            onChange={(event) => setOutputs(new Map([...outputs, [name, event.currentTarget.value]]))}
          />
        ))}
      <VariablesField label={pageTexts.furtherLabel} value={further} onChange={setFurther} />
    </Dialog>
  );
}
