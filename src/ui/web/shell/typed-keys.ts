/** Collects keys until {@link takeKeys}, because the field for them is still loading. */
export function collectKeys(): void {
  takeKeys();
  const listen = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const isText = key.length === 1 && ((!ctrlKey && !metaKey && !altKey) || event.getModifierState('AltGraph'));
    if (isText) typed += key;
    else if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key !== 'Enter') return;
    // otherwise the control with the focus would use it
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', listen, true);
  stop = () => window.removeEventListener('keydown', listen, true);
}

/** Returns the text that was typed, and collects no more. */
export function takeKeys(): string {
  stop();
  const text = typed;
  typed = '';
  return text;
}

let typed = '';
let stop = () => {};
