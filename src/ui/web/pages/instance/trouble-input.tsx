import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { repairTexts } from '../../texts/repairs.ts';
import { texts } from '../../texts/texts.ts';
import type { FailureStep } from './failures.ts';
import { type NamedValue, namedValues } from './named-values.ts';
import type { Frame } from './replay.ts';
import { inputOf } from './step-input.ts';

/** Listed values; the tab Variables has all of a step. */
const MOST_VALUES = 6;

/** Input of a failed step: values that its error contains first. */
export function TroubleInput(props: { readonly frames: readonly Frame[]; readonly step: FailureStep; readonly message: string }) {
  const { frames, step, message } = props;
  const input = useMemo(() => inputOf(frames, step), [frames, step]);
  if (input === null || input.values.length === 0) return null;
  const values = namedValues(input.values, message);
  const more = values.length - MOST_VALUES;
  return (
    <Text size="sm" component="div" className="trouble-input">
      {input.isOwn ? repairTexts.trouble.itsInput : repairTexts.trouble.itsVariables}
      {values.slice(0, MOST_VALUES).map((value) => (
        <Value key={value.name} {...value} />
      ))}
      {more > 0 && <span>{repairTexts.trouble.more(more)}</span>}
    </Text>
  );
}

function Value({ name, text, whole }: NamedValue) {
  const [isWhole, setWhole] = useState(false);
  const variable = /^[^.[]*/.exec(name)?.[0] ?? name;
  return (
    <span>
      <code>{isWhole ? `${variable} = ${whole}` : `${name} = ${text}`}</code>
      {whole !== undefined && (
        <button
          type="button"
          className="link-button"
          aria-expanded={isWhole}
          aria-label={repairTexts.trouble.whole(isWhole ? texts.shared.showLess : texts.shared.showAll, variable)}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? texts.shared.showLess : texts.shared.showAll}
        </button>
      )}
    </span>
  );
}
