import { linter, setDiagnosticsEffect } from '@codemirror/lint';
import { type Extension, StateField } from '@codemirror/state';
import { type Panel, showPanel } from '@codemirror/view';
import { checkText, type TextKind } from './check-text.ts';

/** After so long without a change a text is checked. Unit: ms. */
const CHECK_AFTER_MS = 400;

/** Underlines findings of the deploy check in a text, and lists them below. Calls `kind` at each check. */
export function faultsOf(kind: () => TextKind): Extension {
  return [linter((view) => checkText(view.state.doc.toString(), kind()), { delay: CHECK_AFTER_MS }), shownFault];
}

/** The first error as text, for screen readers and touch screens; null: none. */
const shownFault = StateField.define<string | null>({
  create: () => null,
  update(before, { effects, state, docChanged }) {
    for (const effect of effects) {
      if (!effect.is(setDiagnosticsEffect)) continue;
      const first = effect.value.find(({ severity }) => severity === 'error') ?? effect.value[0];
      return first?.message ?? null;
    }
    return docChanged && state.doc.length === 0 ? null : before;
  },
  provide: (field) => showPanel.from(field, (text) => (text === null ? null : () => panelWith(text))),
});

function panelWith(text: string): Panel {
  const dom = document.createElement('div');
  dom.className = 'text-fault';
  dom.setAttribute('role', 'status');
  dom.textContent = text;
  return { dom };
}
