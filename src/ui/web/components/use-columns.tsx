import { texts } from '../texts/texts.ts';
import type { Column } from './data-grid.tsx';
import './filter-bar/filter-bar.css';
import { useKept } from './kept.ts';

/** The columns of a list that the user wants to see, and the control that chooses them; kept in this browser (docs/contributing/spec/pages.md#columns). */
export function useColumns<T>(list: string) {
  const [kept, keep] = useKept(`columns:${list}`, '');
  const toggled = new Set(kept.split(' ').filter((name) => name !== ''));
  const isShown = ({ name, isOptional = false }: Column<T>) => name === undefined || toggled.has(name) === isOptional;
  const toggle = (name: string) => {
    const next = toggled.has(name) ? [...toggled].filter((other) => other !== name) : [...toggled, name];
    keep(next.join(' '));
  };
  return {
    shownOf: (columns: readonly Column<T>[]) => columns.filter(isShown),
    choiceOf: (columns: readonly Column<T>[]) => (
      <details className="columns-choice">
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
        </fieldset>
      </details>
    ),
  };
}
