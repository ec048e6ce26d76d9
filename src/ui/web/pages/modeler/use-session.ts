import { useDebouncedCallback } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatTime } from '../../components/format.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import { type Kept, titleOf } from './drafts.ts';
import { ModelingSession, newOpening, type Opening, type SessionState } from './session.ts';

/** Delay after the last change. */
const KEEP_AFTER_MS = 500;

/** `session` null: loading. The page must render `ground` (drawing) and `panel` (properties). */
export interface OpenSession {
  readonly ground: RefObject<HTMLDivElement | null>;
  readonly panel: RefObject<HTMLDivElement | null>;
  readonly session: ModelingSession | null;
  readonly state: SessionState | null;
  /** why the requested model is not open; a new one is, if the editor has loaded */
  readonly error: string | undefined;
}

/** Opens the model of `first`. `onKept`: called when changes are stored, to update the address. */
export function useSession(first: () => Promise<Opening>, onKept: (session: ModelingSession) => void): OpenSession {
  const ground = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [session, setSession] = useState<ModelingSession | null>(null);
  const [state, setState] = useState<SessionState | null>(null);
  const [error, setError] = useState<string | undefined>();
  const current = useRef<ModelingSession | null>(null);
  const begin = useRef(first);
  const keepNow = () => void keepAndReport(current.current, onKept);
  const keepLater = useDebouncedCallback(keepNow, KEEP_AFTER_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is opened once
  useEffect(() => {
    let isGone = false;
    void (async () => {
      const [{ openModeler }, opening] = await Promise.all([import('./open-modeler.ts'), begin.current()]);
      if (isGone || ground.current === null || panel.current === null) return;
      const editor = openModeler(ground.current, panel.current, () => {
        current.current?.changed();
        keepLater();
      });
      const opened = new ModelingSession(editor, (next) => !isGone && setState(next));
      current.current = opened;
      await opened.open(opening).catch(async (fault: Error) => {
        setError(fault.message);
        await opened.open(newOpening());
      });
      if (!isGone) setSession(opened);
    })().catch((fault: Error) => !isGone && setError(fault.message));
    return () => {
      isGone = true;
      current.current?.close();
      current.current = null;
    };
  }, []);
  const isUnsaved = state?.isUnsaved === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener reads the model when it is called
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      keepNow();
      event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return { ground, panel, session, state, error };
}

async function keepAndReport(session: ModelingSession | null, onKept: (session: ModelingSession) => void): Promise<void> {
  const kept = await session?.keep();
  if (session === null || kept === undefined) return;
  reportKept(kept);
  onKept(session);
}

/** Notifies of unsaved drafts that were deleted to get space, of a second draft, and of one that could not be stored. */
export function reportKept({ isKept, isSecondDraft, dropped }: Kept): void {
  for (const draft of dropped.filter((other) => other.isUnsaved)) {
    const message = modelerTexts.drafts.dropped(titleOf(draft.origin), formatTime(new Date(draft.changedAt).toISOString()));
    notifications.show({ color: 'yellow', autoClose: false, message });
  }
  if (isSecondDraft) notifications.show({ color: 'yellow', message: modelerTexts.drafts.second });
  if (isKept) notifications.hide(FULL);
  else notifications.show({ id: FULL, color: 'red', autoClose: false, message: NO_ROOM });
}

const FULL = 'no-room-for-drafts';
export const NO_ROOM = modelerTexts.drafts.noRoom;
