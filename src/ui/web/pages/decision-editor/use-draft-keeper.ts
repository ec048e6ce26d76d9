import { useLayoutEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft } from './drafts.ts';
import type { TableEditor } from './open-editor.ts';

/** After so long without a change it is kept. Unit: ms. */
const KEEP_AFTER_MS = 300;

/** `none`: nothing was changed. `unkept`: the browser keeps nothing. */
export type DraftState = 'none' | 'kept' | 'unkept';

/** Keeps every change as a draft in this browser. `forget` ends that: the draft is deployed or discarded. */
export function useDraftKeeper(editor: TableEditor | undefined, id: string, isDraft: boolean) {
  const [state, setState] = useState<DraftState>(isDraft ? 'kept' : 'none');
  const isOver = useRef(false);
  // it ends before the editor, so that the last input still exists
  useLayoutEffect(() => {
    if (editor === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: string | undefined;
    const keep = async () => {
      const text = await editor.read();
      if (isOver.current || text === last) return;
      // the first text is the opened file
      if (last !== undefined) setState(keepDraft(id, text) ? 'kept' : 'unkept');
      last = text;
    };
    void keep();
    const unwatch = editor.watchText(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), KEEP_AFTER_MS);
    });
    const keepNow = () => void keep();
    window.addEventListener('pagehide', keepNow);
    return () => {
      unwatch();
      clearTimeout(timer);
      window.removeEventListener('pagehide', keepNow);
      void keep().catch(() => undefined); // a closed editor reports no errors
    };
  }, [editor, id]);
  return {
    state,
    forget() {
      isOver.current = true;
      forgetDraft(id);
    },
  };
}
