import { useEffect, useState } from 'react';

/** Delay after the last change. */
const CHECK_AFTER_MS = 500;
/** Delay before a failed check is repeated. */
const AGAIN_AFTER_MS = 10_000;

export interface EditedText {
  /** An empty text is not checked. */
  read(): Promise<string>;
  /** Returns a function that removes the listener. */
  watchText(onChange: () => void): () => void;
}

/** `checked`: last result. `isCurrent` false: the text has changed since. */
export interface TextCheck<Checked> {
  readonly checked: Checked | null;
  readonly isCurrent: boolean;
  /** error of the last request, which keeps `checked` */
  readonly fault: string | undefined;
}

const NOTHING = { checked: null, isCurrent: false, fault: undefined };

/**
 * Checks at the start and after changes, one request at a time. Repeats a failed check after 10 s.
 * @param isWanted false: does not check, and forgets the last result
 * @param look must be a stable function
 */
export function useTextCheck<Checked>(
  editor: EditedText | undefined,
  isWanted: boolean,
  look: (text: string) => Promise<Checked>,
): TextCheck<Checked> {
  const [check, setCheck] = useState<TextCheck<Checked>>(NOTHING);
  useEffect(() => {
    if (editor === undefined || !isWanted) return setCheck(NOTHING);
    const checker = new Checker(editor, look, setCheck);
    const unwatch = editor.watchText(() => checker.changed());
    checker.changed();
    return () => {
      unwatch();
      checker.close();
    };
  }, [editor, isWanted, look]);
  return check;
}

class Checker<Checked> {
  readonly #editor: EditedText;
  readonly #check: (text: string) => Promise<Checked>;
  readonly #update: (change: (before: TextCheck<Checked>) => TextCheck<Checked>) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isStale = false;
  #isClosed = false;
  #last: string | undefined;

  constructor(
    editor: EditedText,
    check: (text: string) => Promise<Checked>,
    update: (change: (before: TextCheck<Checked>) => TextCheck<Checked>) => void,
  ) {
    this.#editor = editor;
    this.#check = check;
    this.#update = update;
  }

  changed(): void {
    this.#isStale = true;
    this.#update((before) => (before.isCurrent ? { ...before, isCurrent: false } : before));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), CHECK_AFTER_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#isStale = false;
    const next = await this.#poll().catch((error: Error) => error.message);
    this.#isBusy = false;
    if (this.#isClosed) return;
    if (this.#isStale) return this.changed();
    if (typeof next !== 'string')
      return this.#update((before) => ({ checked: next ?? before.checked, isCurrent: true, fault: undefined }));
    this.#update((before) => ({ ...before, fault: next }));
    this.#timer = setTimeout(() => void this.#run(), AGAIN_AFTER_MS);
  }

  /** Returns undefined if unchanged since the last check. */
  async #poll(): Promise<Checked | undefined> {
    const xml = await this.#editor.read();
    if (xml === '' || xml === this.#last) return undefined;
    this.#last = undefined;
    const checked = await this.#check(xml);
    this.#last = xml;
    return checked;
  }
}
