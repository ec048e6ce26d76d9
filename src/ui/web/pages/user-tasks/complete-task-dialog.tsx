import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, useAction } from '../../api/actions.ts';
import { withMembers } from '../../api/json-text.ts';
import { Dialog } from '../../components/dialog.tsx';
import { readVariables } from '../../components/json-text.ts';
import { useMayOpen } from '../../components/use-may.ts';
import { VariablesField } from '../../components/variables-field.tsx';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { ActAs } from './acting.ts';
import { askedOf, partsOf, type TaskQuestion, valuesOf } from './asked.ts';
import { calledOf, refusalOf } from './panes/title-of-task.ts';
import { useTaskVariables } from './panes/use-task-variables.ts';
import { Questions } from './questions.tsx';
import { useTaskModel } from './use-task-model.ts';

/**
 * Fields of the form, one for each other expected output, and one for further variables (docs/contributing/spec/pages.md#user-tasks). Empty fields
 * are not sent, so that the engine reports missing ones.
 */
export function CompleteTaskDialog(props: { readonly task: UserTaskView; readonly actAs: ActAs; readonly onClose: () => void }) {
  const { task, actAs, onClose } = props;
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [further, setFurther] = useState('');
  const complete = useAction(actions.complete, () => pageTexts.completed, { showsRefusal: false });
  const { variables: others, error } = readVariables(further);
  const maySee = useMayOpen()('see', task.processKey ?? null);
  const model = useTaskModel(task, maySee);
  const variables = useTaskVariables(task, maySee);
  const asked = askedOf(task, texts, variables, model);
  const faultShown = ({ text, fault }: TaskQuestion) => (text === '' ? undefined : fault);
  const hasFault = asked.flatMap(partsOf).some((one) => one.field === undefined && faultShown(one) !== undefined);
  const submit = () => {
    const sent = withMembers(others, valuesOf(task, asked, texts, variables));
    actAs((actor) => complete.mutate({ taskId: task.taskId, variables: sent, ...actor }, { onSuccess: onClose }));
  };
  return (
    <Dialog
      title={pageTexts.completeOf(calledOf(task))}
      action={pageTexts.acts.complete}
      isReady={error === undefined && !hasFault && model !== undefined}
      isBusy={complete.isPending}
      refusal={refusalOf(task, complete.error)}
      onAction={submit}
      onClose={onClose}
    >
      <Questions
        asked={asked}
        isFocused
        faultOf={(one) => (one.field === undefined ? faultShown(one) : undefined)}
        onText={(id, text) => setTexts(new Map([...texts, [id, text]]))}
      />
      <VariablesField label={pageTexts.furtherLabel} value={further} onChange={setFurther} />
    </Dialog>
  );
}
