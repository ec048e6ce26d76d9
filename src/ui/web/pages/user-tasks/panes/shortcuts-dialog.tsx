import { Modal } from '@mantine/core';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import { texts } from '../../../texts/texts.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';

const words = pageTexts.keys;

/** Shortcuts in the order of the dialog. */
const SHORTCUTS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['j', '↓'], words.next],
  [['k', '↑'], words.before],
  [['c'], words.claim],
  [['u'], words.unclaim],
  [['Enter'], words.enter],
  [['Ctrl', 'Enter'], words.complete],
  [['Esc'], words.back],
  [['m'], words.comment],
  [['?'], words.help],
];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': texts.shared.close }}>
      <dl className="shortcuts">
        {SHORTCUTS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{Object.hasOwn(words.names, key) ? words.names[key] : key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
