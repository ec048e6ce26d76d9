import Editor from '@bpmn-io/feel-editor/dist/index.js';
import { completionStatus } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { faultsOf } from './faults.ts';

/** All FEEL fields show findings of this engine. The build replaces the panel's editor by this one. */
export default class CheckedFeelEditor extends Editor {
  /** undefined: none yet */
  #used: string | undefined;
  #next: readonly object[] | undefined;

  constructor(config: ConstructorParameters<typeof Editor>[0]) {
    const faults = config.dialect === 'unaryTests' ? [] : [faultsOf(() => ({ is: 'feel' }))];
    const listener = EditorView.updateListener.of(() => this.#takeNext());
    super({ ...config, extensions: [...(config.extensions ?? []), ...faults, listener] });
  }

  /**
   * Called after each change of the drawing, also of this field. New variables restart the completion, and Enter during that time adds a line. So equal
   * ones are ignored, and others wait until the list is closed.
   */
  override setVariables(variables: readonly object[]): void {
    this.#next = variables;
    this.#takeNext();
  }

  #takeNext(): void {
    const next = this.#next;
    if (next === undefined || (this.#used !== undefined && completionStatus(this._cmEditor.state) === 'active')) return;
    this.#next = undefined;
    const text = JSON.stringify(next);
    if (text === this.#used) return;
    this.#used = text;
    super.setVariables(next);
  }
}
