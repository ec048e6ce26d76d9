import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CustomTask } from '../../../wire/custom-tasks.ts';
import { customTasksQuery } from '../../api/views.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import type { DrawingTools } from './drawing-tools.ts';
import type { TaskTypes, TypedTask } from './task-types.ts';
import { useDrawingState } from './use-drawing-state.ts';

/** The task types that this installation can do, offered for the selected task, with the parameters of the one it has. */
export function TaskTypeView({ tools, types }: { readonly tools: DrawingTools; readonly types: TaskTypes }) {
  const { selected } = useDrawingState(tools);
  const { data: catalog = [] } = useQuery(customTasksQuery);
  const task = types.of(selected);
  if (task === undefined || catalog.length === 0) return null;
  const current = catalog.find(({ taskType }) => taskType === task.taskType);
  const other = task.taskType === '' ? modelerTexts.taskTypes.choose : task.taskType;
  return (
    <section className="engine-view" aria-label={modelerTexts.taskTypes.title}>
      <NativeSelect
        size="xs"
        label={modelerTexts.taskTypes.ofCatalog}
        value={current?.taskType ?? ''}
        data={[
          ...(current === undefined ? [{ value: '', label: other }] : []),
          ...catalog.map(({ taskType, displayName }) => ({
            value: taskType,
            label: displayName === null ? taskType : `${displayName} (${taskType})`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = catalog.find(({ taskType }) => taskType === value);
          if (chosen !== undefined) types.set(selected, chosen);
        }}
      />
      {current !== undefined && <Parameters entry={current} task={task} />}
    </section>
  );
}

function Parameters({ entry, task }: { readonly entry: CustomTask; readonly task: TypedTask }) {
  const parameters = entry.parameterSchema?.parameters ?? [];
  if (parameters.length === 0) return <Text size="xs">{modelerTexts.taskTypes.noParameters}</Text>;
  return (
    <details className="task-parameters">
      <summary>{modelerTexts.taskTypes.parameters(parameters.length)}</summary>
      <dl className="engine-properties">
        {parameters.map(({ name, type, required, description }) => (
          <div key={name}>
            <dt>
              <strong>{name}</strong> {type}
              {required ? modelerTexts.taskTypes.required : ''}
              {task.inputs.includes(name) ? modelerTexts.taskTypes.mapped : required ? modelerTexts.taskTypes.notMapped : ''}
            </dt>
            {description !== null && <dd>{description}</dd>}
          </div>
        ))}
      </dl>
    </details>
  );
}
