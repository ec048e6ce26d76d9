import { useCallback, useEffect, useRef, useState } from 'react';
import { detailOf } from '../../../api/client.ts';
import type { ModelEditor } from '../open-modeler.ts';
import { type Asked, type Simulated, type SimulatedAct, type SimulatedFile, simulate } from './simulate.ts';

/** Delay after the last change of the drawing. */
const AGAIN_AFTER_MS = 500;

export interface Simulation {
  /** null: no run has succeeded yet */
  readonly state: Simulated | null;
  readonly acts: readonly SimulatedAct[];
  readonly files: readonly SimulatedFile[];
  readonly isBusy: boolean;
  /** error of the last action or run */
  readonly fault: string | undefined;
  /** False: refused, failed, or another run has started since. */
  act(...acts: readonly SimulatedAct[]): Promise<boolean>;
  /** Runs other actions instead of the last one. */
  replaceLast(acts: readonly SimulatedAct[]): Promise<boolean>;
  /** Undoes all actions except the first `count`. */
  keep(count: number): Promise<void>;
  /** Runs all actions again. */
  setFiles(files: readonly SimulatedFile[]): Promise<void>;
}

interface Shown {
  readonly state: Simulated | null;
  readonly acts: readonly SimulatedAct[];
  readonly fault: string | undefined;
}

/** Repeats all actions after each change of the drawing. */
export function useSimulation(editor: ModelEditor, given: readonly SimulatedFile[]): Simulation {
  const [shown, setShown] = useState<Shown>({ state: null, acts: [], fault: undefined });
  const [busy, setBusy] = useState(0);
  const current = useRef(shown);
  const turn = useRef(0);
  const startedAt = useRef<string | undefined>(undefined);
  const [files, showFiles] = useState(given);
  const currentFiles = useRef(files);
  const show = useCallback((next: Shown) => {
    current.current = next;
    setShown(next);
  }, []);
  const run = useCallback(
    async (asked: readonly SimulatedAct[], isNew: boolean): Promise<boolean> => {
      turn.current += 1;
      const own = turn.current;
      setBusy((count) => count + 1);
      try {
        const xml = await editor.read();
        const { state, acts } = await simulated({ xml, files: currentFiles.current, startedAt: startedAt.current, acts: asked });
        if (own !== turn.current) return false;
        startedAt.current = state.StartedAt;
        const isRefused = state.Done < acts.length;
        // drops a new action that was refused; keeps earlier ones that are refused after a change of the drawing
        show({ state, acts: isRefused && isNew ? acts.slice(0, state.Done) : acts, fault: isNew ? state.Refusal : undefined });
        return !isRefused;
      } catch (error) {
        if (own === turn.current) show({ ...current.current, fault: detailOf(error as Error) });
        return false;
      } finally {
        setBusy((count) => count - 1);
      }
    },
    [editor, show],
  );
  const again = useCallback(() => void run(current.current.acts, false), [run]);
  useChanges(editor, again);
  useEffect(() => {
    void run([], false);
    return () => {
      turn.current += 1;
    };
  }, [run]);
  return {
    ...shown,
    files,
    isBusy: busy > 0,
    act: (...acts) => run([...current.current.acts, ...acts], true),
    replaceLast: (acts) => run([...current.current.acts.slice(0, -1), ...acts], true),
    keep: async (count) => {
      await run(current.current.acts.slice(0, count), false);
    },
    setFiles: async (next) => {
      currentFiles.current = next;
      showFiles(next);
      await run(current.current.acts, false);
    },
  };
}

/** Calls `then` after each change of the drawing, with a delay. */
function useChanges(editor: ModelEditor, then: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unwatch = editor.watchText(() => {
      clearTimeout(timer);
      timer = setTimeout(then, AGAIN_AFTER_MS);
    });
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, [editor, then]);
}

/** Runs the actions, with the new key of a process that was renamed since. */
async function simulated(asked: Asked): Promise<{ readonly state: Simulated; readonly acts: readonly SimulatedAct[] }> {
  const state = await simulate(asked);
  const acts = withNewKeys(asked.acts, state);
  return acts === undefined ? { state, acts: asked.acts } : { state: await simulate({ ...asked, acts }), acts };
}

/** Starts of a renamed process, which is found by the start event. Undefined: none. */
function withNewKeys(acts: readonly SimulatedAct[], { Refusal, Starts }: Simulated): readonly SimulatedAct[] | undefined {
  if (Refusal === undefined) return undefined;
  const isKnown = (key: string | undefined) => Starts.some(({ ProcessDefinitionKey }) => ProcessDefinitionKey === key);
  const newKeyOf = ({ kind, key, element }: SimulatedAct) => {
    if (kind !== 'start' || key === undefined || isKnown(key)) return undefined;
    const [found, ...others] = Starts.filter(({ Element }) => Element === element);
    return others.length === 0 ? found?.ProcessDefinitionKey : undefined;
  };
  const renamed = acts.map((act) => ({ ...act, ...(newKeyOf(act) !== undefined && { key: newKeyOf(act) }) }) as SimulatedAct);
  return renamed.some(({ key }, index) => key !== acts[index]?.key) ? renamed : undefined;
}
