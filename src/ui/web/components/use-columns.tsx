import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../texts/texts.ts';
import type { Column } from './data-grid.tsx';
import './filter-bar/filter-bar.css';
import { useKept } from './kept.ts';

/** The browser stores the selected columns (docs/contributing/spec/pages.md#columns). */
export function useColumns<T>(list: string) {
  const closesOutside = useClosing();
  const [kept, keep] = useKept(`columns:${list}`, '');
  const toggled = new Set(kept.split(' ').filter((name) => name !== ''));
  const isShown = ({ name, isOptional = false }: Column<T>) => name === undefined || toggled.has(name) === isOptional;
  const toggle = (name: string) => {
    const next = toggled.has(name) ? [...toggled].filter((other) => other !== name) : [...toggled, name];
    keep(next.join(' '));
  };
  return {
    shownOf: (columns: readonly Column<T>[]) => columns.filter(isShown),
    /** `children`: further choices */
    choiceOf: (columns: readonly Column<T>[], children?: ReactNode) => (
      <details className="columns-choice" ref={closesOutside}>
        <summary>{texts.shared.columns}</summary>
        <fieldset aria-label={texts.shared.columns}>
          {columns.map((column) => {
            const { name, heading } = column;
            if (name === undefined) return null;
            return (
              <label key={name}>
                <input type="checkbox" checked={isShown(column)} onChange={() => toggle(name)} />
                {heading}
              </label>
            );
          })}
          {children}
        </fieldset>
      </details>
    ),
  };
}

/** Closes a part on Escape, or a click elsewhere. */
function useClosing() {
  const part = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isInside = event.target instanceof Node && part.current?.contains(event.target) === true;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (part.current !== null && (event instanceof KeyboardEvent ? isEscape : !isInside)) part.current.open = false;
    };
    for (const kind of ['pointerdown', 'keydown']) document.addEventListener(kind, close);
    return () => {
      for (const kind of ['pointerdown', 'keydown']) document.removeEventListener(kind, close);
    };
  }, []);
  return part;
}
