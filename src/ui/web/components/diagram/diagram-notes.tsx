import { Alert, List } from '@mantine/core';
import type { ModelNote } from './model-notes.ts';

/** What is told about a model besides its drawing; folded, because a long list must not push the page away. */
export function DiagramNotes({ notes, isOpen = false }: { readonly notes: readonly ModelNote[]; readonly isOpen?: boolean }) {
  if (notes.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" p="xs" role="status" className="diagram-notes">
      <details open={isOpen && notes.length <= 3}>
        <summary>{notes.length === 1 ? '1 note on this model' : `${notes.length} notes on this model`}</summary>
        <List size="sm" className="diagram-notes-list" tabIndex={0} aria-label="Notes on this model">
          {notes.map(({ text, line }) => (
            <List.Item key={`${line} ${text}`}>
              {line !== undefined && <strong>Line {line}: </strong>}
              {text}
            </List.Item>
          ))}
        </List>
      </details>
    </Alert>
  );
}
