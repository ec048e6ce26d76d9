import { Text } from '@mantine/core';
import type { JsonText } from '../../../api/json-text.ts';
import { modelerTexts } from '../../../texts/modeler.ts';
import { ActForm } from './act-form.tsx';
import type { ShownActKind, ShownInstance, SimulatedAct } from './simulate.ts';

const texts = modelerTexts.simulation;

/** Actions whose variables are those that the next steps read. Before others, the variables of the instance are changed. */
const WITH_VARIABLES: ReadonlySet<ShownActKind> = new Set(['start', 'complete', 'deliver', 'set']);

type Values = Readonly<Record<string, unknown>>;

/** Fields to correct the variables of the step that failed, and to run it again. `acts`: all; the last one has failed. */
export function FailureForm(props: {
  readonly instances: readonly ShownInstance[];
  readonly acts: readonly SimulatedAct[];
  readonly isBusy: boolean;
  readonly onAgain: (instead: readonly SimulatedAct[]) => void;
}) {
  const { instances, acts, isBusy, onAgain } = props;
  const number = instances.findIndex(({ Failure }) => Failure !== undefined);
  const [last, failed] = [acts.at(-1), instances[number]];
  // a failure that the user chose needs no correction
  if (last === undefined || last.kind === 'fail' || failed?.Failure === undefined) return null;
  const { Message, Element, ElementName } = failed.Failure;
  const takesVariables = WITH_VARIABLES.has(last.kind);
  const named = namedIn(Message, failed.Variables);
  const given = last.variables === undefined ? {} : (JSON.parse(last.variables.text) as Values);
  const suggested = takesVariables ? { ...named, ...last.asked?.suggested, ...given } : named;
  const place = ElementName ?? Element ?? last.name;
  const again = (variables: JsonText | undefined) => {
    if (takesVariables) return onAgain([{ ...last, variables }]);
    return onAgain(variables === undefined ? [last] : [{ kind: 'set', name: '', index: number, variables }, last]);
  };
  return (
    <div>
      <Text size="sm">{[...missingIn(Message).map(texts.missing), texts.correct].join(' ')}</Text>
      <ActForm
        act={texts.again}
        what={place}
        asksFor="variables"
        suggested={suggested}
        form={takesVariables ? last.asked?.form : undefined}
        isBusy={isBusy}
        onDone={({ variables }) => again(variables)}
      />
    </div>
  );
}

/** Names that an error message quotes, and variables that it contains, with their present values. */
export function namedIn(message: string, variables: Values): Values {
  const words = new Set(message.split(/[^\p{L}\p{N}_$]+/u));
  const present = Object.entries(variables).filter(([name]) => words.has(name));
  return { ...Object.fromEntries(missingIn(message).map((name) => [name, null])), ...Object.fromEntries(present) };
}

const MISSING = /unknown (?:name|variable) '([\p{L}_$][\p{L}\p{N}_$]*)'|\b([\p{L}_$][\p{L}\p{N}_$]*) is not defined\b/gu;

function missingIn(message: string): readonly string[] {
  return [...new Set([...message.matchAll(MISSING)].map(([, quoted, plain]) => quoted ?? plain ?? ''))];
}
