import { Alert, Anchor } from '@mantine/core';
import { pageTexts } from '../../texts/dialogs.ts';
import type { ModelNote } from './model-notes.ts';

/** Notes below the drawing; collapsed, because a long list would push the page content down. `canShow`, `onShow`: for elements in the drawing. */
export function DiagramNotes(props: {
  readonly notes: readonly ModelNote[];
  readonly isOpen?: boolean;
  readonly canShow?: (elementId: string) => boolean;
  readonly onShow?: (elementId: string) => void;
}) {
  const { notes, isOpen = false, canShow = () => false, onShow = () => {} } = props;
  if (notes.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" p="xs" role="status" className="diagram-notes">
      <details open={isOpen && notes.length <= 3}>
        <summary>{pageTexts.diagram.notes(notes.length)}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls needs the keyboard */}
        <ul className="diagram-notes-list" tabIndex={0} aria-label={pageTexts.diagram.notesOf}>
          {notes.map(({ text, line, elementId }) => (
            <li key={`${line} ${text}`}>
              {line !== undefined && <strong>{pageTexts.diagram.line(line)}</strong>}
              {text}
              {elementId !== undefined && canShow(elementId) && (
                <>
                  {' '}
                  <Anchor
                    component="button"
                    type="button"
                    size="sm"
                    onClick={() => onShow(elementId)}
                    aria-label={pageTexts.diagram.showOf(elementId)}
                  >
                    {pageTexts.diagram.show}
                  </Anchor>
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
    </Alert>
  );
}
