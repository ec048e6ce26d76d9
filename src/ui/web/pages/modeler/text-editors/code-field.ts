import { useStaticCallback } from '@bpmn-io/properties-panel';
import { useEffect, useRef } from '@bpmn-io/properties-panel/preact/hooks';
import { jsx, jsxs } from '@bpmn-io/properties-panel/preact/jsx-runtime';
import { autocompletion, type CompletionContext, type CompletionResult, closeBrackets } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useService } from 'bpmn-js-properties-panel';
import { modelerTexts } from '../../../texts/modeler.ts';
import type { TextKind } from './check-text.ts';
import { faultsOf } from './faults.ts';

/** Field for a text in a language other than FEEL. */
export interface CodeFieldProps {
  readonly element: { readonly businessObject: object };
  readonly id: string;
  readonly label: string;
  readonly kind: TextKind;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

type Debounced = ((text: string) => void) & { readonly flush?: () => void };
interface Resolver {
  getVariablesForElement(named: object): Promise<readonly { readonly name: string; readonly info: string }[]>;
}

/** Completes variables and shows findings of the deploy check. A Preact component, like the panel. */
export function CodeField(props: CodeFieldProps): object {
  const { element, id, label, value } = props;
  const ground = useRef<HTMLElement | null>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const debounce = useService<(call: (text: string) => void) => Debounced>('debounceInput');
  const resolver = useService<Resolver>('variableResolver');
  const store = useStaticCallback((text: string) => latest.current.onValue(text));
  useEffect(() => {
    if (ground.current === null) return undefined;
    const later = debounce(store);
    const editor = editorIn(ground.current, latest, { resolver, later });
    view.current = editor;
    return () => {
      later.flush?.();
      editor.destroy();
    };
  }, [element]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.hasFocus || editor.state.doc.toString() === value) return undefined;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
    return undefined;
  }, [value]);
  return jsxs('div', {
    class: 'bio-properties-panel-entry code-field',
    'data-entry-id': id,
    children: [
      jsx('div', { class: 'bio-properties-panel-label', 'aria-hidden': 'true', children: label }),
      jsx('div', { ref: ground, class: 'code-field-ground' }),
    ],
  });
}

function editorIn(
  parent: HTMLElement,
  latest: { readonly current: CodeFieldProps },
  { resolver, later }: { readonly resolver: Resolver; readonly later: Debounced },
): EditorView {
  const { value, label, element } = latest.current;
  const complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\p{L}_$][\p{L}\p{N}_$]*/u);
    if (word === null && !context.explicit) return null;
    if (context.matchBefore(/\.[\p{L}_$]*/u) !== null) return null; // members are unknown
    const variables = await resolver.getVariablesForElement(element.businessObject);
    const options = variables.map(({ name, info }) => ({
      label: name,
      type: 'variable',
      detail: modelerTexts.editors.variable,
      info,
    }));
    return { from: word?.from ?? context.pos, options: [...options, EXECUTION], validFor: /^[\p{L}_$][\p{L}\p{N}_$]*$/u };
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        history(),
        closeBrackets(),
        autocompletion({ override: [complete] }),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && state.doc.toString() !== latest.current.value) later(state.doc.toString());
        }),
        EditorView.domEventHandlers({ blur: () => later.flush?.() }),
        faultsOf(() => latest.current.kind),
      ],
    }),
  });
}

/** Built-in members (docs/contributing/spec/expressions.md#built-in-members). */
const EXECUTION = { label: 'execution', type: 'variable', detail: modelerTexts.editors.execution };
