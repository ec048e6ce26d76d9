import { useDebouncedCallback } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ModelEditor } from './open-modeler.ts';

/** After so long without a change the drawing is kept. Unit: ms. */
const KEEP_AFTER_MS = 500;

/** The editor of the page, once its code is here; `first` gives the model it opens with, `keep` is given the drawing after changes. */
export function useEditor(
  first: () => Promise<string>,
  keep: (xml: string) => void,
): {
  readonly ground: RefObject<HTMLDivElement | null>;
  readonly panel: RefObject<HTMLDivElement | null>;
  readonly editor: ModelEditor | null;
  readonly error: string | undefined;
} {
  const ground = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<ModelEditor | null>(null);
  const [error, setError] = useState<string | undefined>();
  const current = useRef<ModelEditor | null>(null);
  const keepLater = useDebouncedCallback(() => {
    void current.current?.read().then(keep, () => {});
  }, KEEP_AFTER_MS);
  const begin = useRef(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is opened once
  useEffect(() => {
    let isGone = false;
    void (async () => {
      const [{ openModeler }, xml] = await Promise.all([import('./open-modeler.ts'), begin.current()]);
      if (isGone || ground.current === null || panel.current === null) return;
      const opened = openModeler(ground.current, panel.current, keepLater);
      current.current = opened;
      await opened.open(xml);
      if (!isGone) setEditor(opened);
    })().catch((fault: Error) => {
      if (!isGone) setError(fault.message);
    });
    return () => {
      isGone = true;
      current.current?.close();
      current.current = null;
    };
  }, []);
  return { ground, panel, editor, error };
}
