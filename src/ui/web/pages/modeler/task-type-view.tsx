import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomTask, CustomTaskParameter } from '../../../wire/custom-tasks.ts';
import { customTasksQuery } from '../../api/views.ts';
import { shownTask } from '../../texts/built-in-tasks.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import type { DrawingTools } from './drawing-tools.ts';
import { shownSource, type TaskTypes, type TypedTask, typedSource } from './task-types.ts';
import { useDrawingState } from './use-drawing-state.ts';

/** Task types of this installation for the selected task, and parameters of its type. */
export function TaskTypeView({ tools, types }: { readonly tools: DrawingTools; readonly types: TaskTypes }) {
  const { selected } = useDrawingState(tools);
  const { data = [] } = useQuery(customTasksQuery);
  const catalog = data.map(shownTask);
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
      {current !== undefined && (
        <Parameters
          key={selected}
          entry={current}
          task={task}
          onInput={(name, source) => types.setInput(selected, name, source)}
        />
      )}
    </section>
  );
}

/** Each field sets an input mapping. */
function Parameters(props: {
  readonly entry: CustomTask;
  readonly task: TypedTask;
  readonly onInput: (name: string, source: string) => void;
}) {
  const { entry, task, onInput } = props;
  const parameters = entry.parameterSchema?.parameters ?? [];
  if (parameters.length === 0) return <Text size="xs">{modelerTexts.taskTypes.noParameters}</Text>;
  // optional parameters without input are last and collapsed
  const isMain = ({ name, required }: CustomTaskParameter) => required || task.inputs.has(name);
  const [main, others] = [parameters.filter(isMain), parameters.filter((parameter) => !isMain(parameter))];
  const field = (parameter: CustomTaskParameter) => (
    <ParameterField
      key={`${parameter.name} ${task.inputs.get(parameter.name) ?? ''}`}
      parameter={parameter}
      source={task.inputs.get(parameter.name) ?? ''}
      onInput={(source) => onInput(parameter.name, source)}
    />
  );
  return (
    <div className="task-parameters">
      <Text size="xs">{modelerTexts.taskTypes.hint}</Text>
      {main.map(field)}
      {others.length > 0 && (
        <details>
          <summary>{modelerTexts.taskTypes.parameters(others.length)}</summary>
          {others.map(field)}
        </details>
      )}
    </div>
  );
}

/** Writes the model on blur, so that a change is one step of undo. */
function ParameterField(props: {
  readonly parameter: CustomTaskParameter;
  readonly source: string;
  readonly onInput: (source: string) => void;
}) {
  const { parameter, source, onInput } = props;
  const { name, displayName, type, required, description, defaultValue } = parameter;
  const [text, setText] = useState(shownSource(source));
  const leave = () => onInput(typedSource(text, type));
  return (
    <TextInput
      size="xs"
      mt={6}
      label={displayName ?? name}
      description={description ?? type}
      required={required}
      placeholder={defaultValue ?? ''}
      error={required && text.trim() === '' && modelerTexts.taskTypes.needed}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}
