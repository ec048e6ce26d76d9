import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { actions, type NamedActor, readAgain } from '../../api/actions.ts';
import { JsonText } from '../../api/json-text.ts';
import { editUserTask } from '../../api/user-task.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { ActAs } from './acting.ts';
import { calledOf, refusalOf } from './panes/title-of-task.ts';

export type ActOnMany = 'claim' | 'assign' | 'complete';

interface Result {
  readonly task: UserTaskView;
  /** undefined: done */
  readonly refusal: string | undefined;
}

const words = pageTexts.many;

/** Sends one request per task, one after the other, and shows the result of each (docs/contributing/spec/pages.md#many-tasks). */
export function TasksDialog(props: {
  readonly act: ActOnMany;
  readonly tasks: readonly UserTaskView[];
  readonly actAs: ActAs;
  readonly onClose: () => void;
}) {
  const { act, tasks, actAs, onClose } = props;
  // the list changes while the requests run
  const [items] = useState(tasks);
  const [assignee, setAssignee] = useState('');
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const queries = useQueryClient();
  const run = async (actor: NamedActor) => {
    const found: Result[] = [];
    for (const task of items) {
      setResults([...found]);
      const refusal = await send(act, task, actor, assignee).then(
        () => undefined,
        (error: Error) => refusalOf(task, error),
      );
      found.push({ task, refusal });
    }
    setResults(found);
  };
  // not before: an empty list would remove the dialog
  const close = () => {
    if (results !== null) void readAgain(queries);
    onClose();
  };
  const submit = () => {
    if (hasEnded) return close();
    if (act === 'assign') void run({});
    else actAs((actor) => void run(actor));
  };
  const hasEnded = results?.length === items.length;
  return (
    <Dialog
      title={words.titles[act](items.length)}
      action={hasEnded ? words.finish : words.acts[act]}
      dismiss={hasEnded ? texts.shared.close : texts.shared.cancel}
      isBusy={results !== null && !hasEnded}
      onAction={submit}
      onClose={close}
    >
      {results === null && <Text size="sm">{words.effects[act]}</Text>}
      {results === null && act === 'assign' && (
        <TextInput
          label={pageTexts.assignee}
          description={words.noAssignee}
          data-autofocus
          value={assignee}
          onChange={({ currentTarget: { value } }) => setAssignee(value)}
        />
      )}
      {results !== null && <Results of={results} total={items.length} />}
    </Dialog>
  );
}

function send(act: ActOnMany, { taskId }: UserTaskView, actor: NamedActor, assignee: string): Promise<unknown> {
  if (act === 'claim') return actions.claim({ taskId, ...actor });
  if (act === 'complete') return actions.complete({ taskId, variables: new JsonText('{}'), ...actor });
  const name = assignee.trim();
  return editUserTask(taskId, name === '' ? { Clear: ['Assignee'] } : { Assignee: name });
}

function Results({ of, total }: { readonly of: readonly Result[]; readonly total: number }) {
  return (
    <>
      <Text size="sm" role="status">
        {words.done(of.filter(({ refusal }) => refusal === undefined).length, total)}
      </Text>
      <ul className="any-text" aria-label={words.results}>
        {of.map(({ task, refusal }) => (
          <li key={task.taskId}>
            {calledOf(task)}: {refusal === undefined ? words.ok : <ErrorMessage text={refusal} />}
          </li>
        ))}
      </ul>
    </>
  );
}
