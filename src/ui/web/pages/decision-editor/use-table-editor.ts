import { type RefObject, useEffect, useRef, useState } from 'react';
import { lostOnSave } from '../../components/diagram/lost-on-save.ts';
import { ModelDocument, type ModelNote } from '../../components/diagram/model-notes.ts';
import { loadPart } from '../../components/load-part.ts';
import { modelerTexts } from '../../texts/modeler.ts';
import { DmnFile } from '../decisions/dmn-file.ts';
import type { TableEditor } from './open-editor.ts';

/** `comments`: lines of comments that saving removes. `refused`: why the tables cannot be edited here, with the content that would be lost. */
export type EditorPhase =
  | { readonly name: 'loading' }
  | { readonly name: 'open'; readonly editor: TableEditor; readonly file: DmnFile; readonly comments: readonly number[] }
  | { readonly name: 'refused'; readonly losses: readonly ModelNote[] }
  | { readonly name: 'failed'; readonly reason: string };

/** Opens the file in `ground`, and again when it changes. */
export function useTableEditor(xml: string): { readonly ground: RefObject<HTMLDivElement | null>; readonly phase: EditorPhase } {
  const ground = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<EditorPhase>({ name: 'loading' });
  useEffect(() => {
    let isGone = false;
    let opened: TableEditor | undefined;
    setPhase({ name: 'loading' });
    void (async () => {
      const file = new DmnFile(xml);
      const { openEditor } = await loadPart(() => import('./open-editor.ts'));
      if (isGone || ground.current === null) return;
      opened = await openEditor(ground.current, file.xml);
      const document = new ModelDocument(file.xml);
      const losses = lostOnSave(document, await opened.read(), hasDefaultValue).filter(
        ({ text }) => text !== modelerTexts.lost.comment,
      );
      if (isGone) return opened.close();
      if (losses.length > 0) {
        opened.close();
        opened = undefined;
        setPhase({ name: 'refused', losses });
      } else setPhase({ name: 'open', editor: opened, file, comments: document.comments });
    })().catch((fault: Error) => {
      if (!isGone) setPhase({ name: 'failed', reason: fault.message });
    });
    return () => {
      isGone = true;
      opened?.close();
      ground.current?.replaceChildren();
    };
  }, [xml]);
  return { ground, phase };
}

/** The editor may omit defaults. */
function hasDefaultValue({ localName }: Element, { name, value }: Attr): boolean {
  const ofTable: Readonly<Record<string, string>> = { hitPolicy: 'UNIQUE', preferredOrientation: 'Rule-as-Row' };
  return localName === 'decisionTable' && Object.hasOwn(ofTable, name) && ofTable[name] === value;
}
