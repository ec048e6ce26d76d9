import { useCallback, useEffect, useMemo, useState } from 'react';
import { useParameters } from '../../components/use-parameters.ts';
import { type Moment, Replay } from './replay.ts';
import { useJournal } from './use-journal.ts';

/** The address follows when nobody has moved for so long: a step that plays by is not written down. Unit: ms. */
const SETTLED_MS = 250;

/** The moment that is shown: now, until somebody travels. Its step stands in the address, so that a link shows it. */
export function useMoment(instanceId: string) {
  const journal = useJournal(instanceId);
  const { frames } = journal;
  const [chosen, setChosen] = useStepOfAddress();
  const replay = useMemo(() => (frames === undefined ? undefined : new Replay(frames)), [frames]);
  const last = frames?.length ?? 0;
  const position = chosen === null ? last : Math.min(chosen, last);
  const moment: Moment | undefined = useMemo(() => replay?.at(position), [replay, position]);
  // who plays to the end is in the present; who is led to a step stays there when the instance goes on
  const setPosition = useCallback((to: number) => setChosen(to >= last ? null : to), [last, setChosen]);
  return { ...journal, moment, position, setPosition, goToStep: setChosen };
}

/** A step from 1; null: now. What is no step counts as now. */
function useStepOfAddress(): [number | null, (step: number | null) => void] {
  const [parameters, change] = useParameters();
  const [step, setStep] = useState(() => stepOf(parameters.get('step')));
  const written = parameters.get('step');
  const wanted = step === null ? null : String(step);
  useEffect(() => {
    if (written === wanted) return undefined;
    const timer = setTimeout(() => change({ step: wanted }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [written, wanted, change]);
  return [step, setStep];
}

function stepOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
