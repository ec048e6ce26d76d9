import { linter, setDiagnosticsEffect } from '@codemirror/lint';
import { type Extension, StateField } from '@codemirror/state';
import { type Panel, showPanel } from '@codemirror/view';
import { checkText, type TextKind } from './check-text.ts';

/** Delay after the last change. */
const CHECK_AFTER_MS = 400;

/** Checks on the server, underlines all findings, and shows the first error below. Calls `kind` at each check. */
export function faultsOf(kind: () => TextKind): Extension {
  return [linter((view) => checkText(view.state.doc.toString(), kind()), { delay: CHECK_AFTER_MS }), shownFault];
}

/** First error, else first warning, for screen readers and touch screens. */
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
