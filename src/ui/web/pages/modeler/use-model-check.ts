import { useEffect, useState } from 'react';
import { type CheckedModel, checkModel } from './check-model.ts';
import type { ModelEditor } from './open-modeler.ts';

/** After so long without a change the drawing is checked. Unit: ms. */
const CHECK_AFTER_MS = 500;

/** What is known about the drawing. `isCurrent` false: it has changed since. */
export interface ModelCheck {
  readonly checked: CheckedModel | null;
  readonly isCurrent: boolean;
  /** why it could not be checked */
  readonly fault: string | undefined;
}

const NOTHING: ModelCheck = { checked: null, isCurrent: false, fault: undefined };

/** Holds the drawing against the check of a deploy whenever it has changed; one request at a time. `isWanted` false: never. */
export function useModelCheck(editor: ModelEditor | undefined, isWanted: boolean): ModelCheck {
  const [check, setCheck] = useState(NOTHING);
  useEffect(() => {
    if (editor === undefined || !isWanted) return setCheck(NOTHING);
    const checker = new Checker(editor, setCheck);
    const unwatch = editor.watchText(() => checker.changed());
    checker.changed();
    return () => {
      unwatch();
      checker.close();
    };
  }, [editor, isWanted]);
  return check;
}

class Checker {
  readonly #editor: ModelEditor;
  readonly #tell: (change: (before: ModelCheck) => ModelCheck) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isStale = false;
  #isClosed = false;
  #last: string | undefined;

  constructor(editor: ModelEditor, tell: (change: (before: ModelCheck) => ModelCheck) => void) {
    this.#editor = editor;
    this.#tell = tell;
  }

  changed(): void {
    this.#isStale = true;
    this.#tell((before) => (before.isCurrent ? { ...before, isCurrent: false } : before));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), CHECK_AFTER_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #check(): Promise<void> {
    if (this.#isBusy) return; // what is under way looks again when it is done
    this.#isBusy = true;
    this.#isStale = false;
    const next = await this.#look().catch((fault: Error) => ({ checked: null, fault: fault.message }));
    this.#isBusy = false;
    if (this.#isClosed) return;
    if (this.#isStale) return this.changed();
    this.#tell((before) => ({ ...(next ?? before), isCurrent: true }));
  }

  /** Undefined: the text is the one that was checked last. */
  async #look(): Promise<Omit<ModelCheck, 'isCurrent'> | undefined> {
    const xml = await this.#editor.read();
    if (xml === '' || xml === this.#last) return undefined;
    this.#last = undefined;
    const checked = await checkModel(xml);
    this.#last = xml;
    return { checked, fault: undefined };
  }
}
