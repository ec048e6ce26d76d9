import { useCallback, useEffect, useMemo, useState } from 'react';
import { useParameters } from '../../components/use-parameters.ts';
import { type Moment, Replay } from './replay.ts';
import { useJournal } from './use-journal.ts';

/** The address is updated after this pause, so that played steps do not fill it. Unit: ms. */
const SETTLED_MS = 250;

/** The shown moment: now, unless the user travels in time. Its step is in the address, so that a link shows it. */
export function useMoment(instanceId: string) {
  const journal = useJournal(instanceId);
  const { frames } = journal;
  const [chosen, setChosen] = useStepOfAddress();
  const replay = useMemo(() => (frames === undefined ? undefined : new Replay(frames)), [frames]);
  const last = frames?.length ?? 0;
  const position = chosen === null ? last : Math.min(chosen, last);
  const moment: Moment | undefined = useMemo(() => replay?.at(position), [replay, position]);
  // playing to the end returns to the present; a link to the last step stays there when the instance continues
  const setPosition = useCallback((to: number) => setChosen(to >= last ? null : to), [last, setChosen]);
  return { ...journal, moment, position, setPosition, goToStep: setChosen };
}

/** A step from 1; null: now. An invalid step counts as now. */
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
