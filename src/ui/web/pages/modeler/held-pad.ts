/** Context pad of the editor, with the functions that build it. */
interface Pad {
  _current: { readonly target: unknown } | null;
  open(target: unknown, force: boolean): void;
  close(): void;
  _updateAndOpen(target: unknown): void;
}

/**
 * Keeps the context pad while a pointer is down on it. A press takes the focus from a field of the panel, which then writes the model. The editor would
 * build the pad again, and the click would reach no button.
 */
class HeldPad {
  static readonly $inject = ['contextPad', 'canvas'];

  constructor(pad: Pad, canvas: { getContainer(): HTMLElement }) {
    const [close, build] = [pad.close.bind(pad), pad._updateAndOpen.bind(pad)];
    let [isHeld, isLate] = [false, false];
    pad.close = () => {
      if (isHeld) isLate = true;
      else close();
    };
    pad._updateAndOpen = (target) => {
      if (isHeld) isLate = true;
      else build(target);
    };
    const release = () => {
      isHeld = false;
      const current = pad._current;
      if (!isLate) return;
      isLate = false;
      // after the action of the button, which usually opens the pad of another element
      setTimeout(() => {
        if (current !== null && pad._current === current) pad.open(current.target, true);
      });
    };
    const container = canvas.getContainer();
    container.addEventListener(
      'pointerdown',
      ({ target }) => {
        isHeld = target instanceof Element && target.closest('.djs-context-pad') !== null;
      },
      true,
    );
    for (const event of ['click', 'dragstart']) container.addEventListener(event, release, true);
    // a press that ends elsewhere
    container.addEventListener('pointerleave', release);
  }
}

/** Editor module. */
export const heldPad = { __init__: ['heldPad'], heldPad: ['type', HeldPad] };
