import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import type { JsonText } from '../../../api/json-text.ts';
import { modelerTexts } from '../../../texts/modeler.ts';
import { ActForm } from './act-form.tsx';
import type { SimulatedAct, Start } from './simulate.ts';
import { nameOf } from './wait-item.tsx';

const texts = modelerTexts.simulation;

/** Start event and variables. */
export function StartForm(props: {
  readonly starts: readonly Start[];
  readonly isBusy: boolean;
  readonly onAct: (act: SimulatedAct) => void;
}) {
  const { starts, isBusy, onAct } = props;
  const [chosen, setChosen] = useState(0);
  const start = starts[chosen] ?? starts[0];
  if (start === undefined) return null;
  const { ProcessDefinitionKey: key, Element: element, Kind } = start;
  const name = nameOf(start);
  const begin = (variables: JsonText | undefined) =>
    onAct({ kind: 'start', name, key, element, variables, asked: { suggested: start.Suggested, form: start.Form } });
  return (
    <div>
      {starts.length > 1 && (
        <NativeSelect
          label={texts.starts}
          value={String(chosen)}
          data={starts.map((one, index) => ({ value: String(index), label: labelOf(one, starts) }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      {starts.length === 1 && Kind !== 'None' && <Text size="sm">{labelOf(start, starts)}</Text>}
      <ActForm
        // without the process key: the input stays when the process is renamed
        key={`${element} ${chosen}`}
        act={texts.start}
        what={name}
        asksFor={Kind === 'Timer' ? 'nothing' : 'variables'}
        suggested={start.Suggested}
        form={start.Form}
        isBusy={isBusy}
        onDone={({ variables }) => begin(variables)}
      />
    </div>
  );
}

function labelOf(start: Start, starts: readonly Start[]): string {
  const { Kind, Name, ProcessDefinitionKey } = start;
  const name = Name ?? '';
  const how = {
    None: '',
    Message: texts.byMessage(name),
    Signal: texts.bySignal(name),
    Timer: texts.byTimer,
    Condition: texts.byCondition(name),
  }[Kind];
  const of = new Set(starts.map((one) => one.ProcessDefinitionKey)).size > 1 ? `${ProcessDefinitionKey}: ` : '';
  return `${of}${texts.startOf(nameOf(start))} ${how}`.trim();
}
