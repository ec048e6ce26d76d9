import { Modal } from '@mantine/core';
import { useReturnFocus } from '../../../components/use-return-focus.ts';

/** The keys of the page, as the dialog lists them. */
const SHORTCUTS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', '↓'], 'next task (↓ in the list)'],
  [['k', '↑'], 'task before'],
  [['c'], 'claim the task and go to its form'],
  [['u'], 'give the task back'],
  [['Enter'], 'from the list into the task'],
  [['Ctrl', 'Enter'], 'complete the task (⌘ Enter on a Mac)'],
  [['Esc'], 'back to the list'],
  [['m'], 'write a comment'],
  [['?'], 'this list'],
];

/** Which keys do what on this page. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title="Keys for tasks" closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className="shortcuts">
        {SHORTCUTS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
