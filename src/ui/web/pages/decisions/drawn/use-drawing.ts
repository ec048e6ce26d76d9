import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadPart, PartMissing } from '../../../components/load-part.ts';

/** `missing`: the library failed to load. `impossible`: the file cannot be drawn. */
export type DrawingPhase =
  | { readonly name: 'loading' | 'drawn' | 'missing' }
  | { readonly name: 'impossible'; readonly reason: string };

type Library = typeof import('./open-drawing.ts');

/** Draws again when `what` changes. The first drawing loads the library. */
export function useDrawing<Drawn extends { close(): void }>(
  what: readonly unknown[],
  draw: (library: Library, ground: HTMLElement) => Promise<Drawn>,
): {
  readonly ground: RefObject<HTMLDivElement | null>;
  readonly drawn: Drawn | null;
  readonly phase: DrawingPhase;
  readonly again: () => void;
} {
  const ground = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [phase, setPhase] = useState<DrawingPhase>({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names the dependencies, every attempt draws again
  useEffect(() => {
    let isGone = false;
    let opened: Drawn | undefined;
    setPhase({ name: 'loading' });
    void (async () => {
      const library = await loadPart(() => import('./open-drawing.ts'));
      if (isGone || ground.current === null) return;
      opened = await draw(library, ground.current);
      if (isGone) return opened.close();
      setDrawn(opened);
      setPhase({ name: 'drawn' });
    })().catch((fault: Error) => {
      if (!isGone) setPhase(fault instanceof PartMissing ? { name: 'missing' } : { name: 'impossible', reason: fault.message });
    });
    return () => {
      isGone = true;
      setDrawn(null);
      opened?.close();
      ground.current?.replaceChildren();
    };
  }, [...what, attempt]);
  return { ground, drawn, phase, again: () => setAttempt(attempt + 1) };
}
