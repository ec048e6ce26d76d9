import type { ModelNote } from '../../components/diagram/model-notes.ts';
import { type Draft, type DraftOrigin, draftIdOf, forgetDraft, type Kept, keepDraft, listDrafts, readDraft } from './drafts.ts';
import type { ModelEditor } from './open-modeler.ts';

/** Random, so that a new model does not become a version of another process. */
function newKey(): string {
  return `process-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
}

/** Model with only a start event. */
function newModel(key: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="definitions" targetNamespace="http://bpmn.io/schema/bpmn">
  <bpmn:process id="${key}" isExecutable="true">
    <bpmn:startEvent id="start" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="diagram">
    <bpmndi:BPMNPlane id="plane" bpmnElement="${key}">
      <bpmndi:BPMNShape id="start_di" bpmnElement="start">
        <dc:Bounds x="180" y="160" width="36" height="36" />
      </bpmndi:BPMNShape>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`;
}

export interface SessionState {
  readonly origin: DraftOrigin;
  /** neither deployed nor downloaded since the last change */
  readonly isUnsaved: boolean;
  readonly notes: readonly ModelNote[];
  /** source of the model; null: none */
  readonly restored: Draft | null;
  /** unsaved draft of the same model, which stays stored */
  readonly other: Draft | null;
}

export type Opening = { readonly draft: Draft } | { readonly origin: DraftOrigin; readonly xml: string };

export function newOpening(): Opening {
  const key = newKey();
  return { origin: { kind: 'new', key }, xml: newModel(key) };
}

/** Model in the editor, with its source and draft. `notify`: called after each change of `state`. */
export class ModelingSession {
  /** null: no model yet */
  state: SessionState | null = null;
  readonly #editor: ModelEditor;
  readonly #notify: (state: SessionState) => void;
  #id = '';
  #seenAt: number | null = null;
  #changes = 0;
  #isDiscarded = false;

  constructor(editor: ModelEditor, notify: (state: SessionState) => void) {
    this.#editor = editor;
    this.#notify = notify;
  }

  get editor(): ModelEditor {
    return this.#editor;
  }

  /** Address parameters of this model; {} if it is neither deployed nor stored as draft. */
  get address(): Readonly<Record<string, string>> {
    const origin = this.state?.origin;
    if (origin?.kind === 'version' && this.#id === draftIdOf(origin)) return { key: origin.key, version: String(origin.version) };
    return this.#seenAt === null ? {} : { draft: this.#id };
  }

  isOpen(draft: Draft): boolean {
    return draft.id === this.#id && this.#seenAt !== null;
  }

  /** Rejects if the model cannot be read; the current one stays open. */
  async open(opening: Opening): Promise<void> {
    let isGivenUp = false;
    const isDraft = 'draft' in opening;
    const { origin, xml } = isDraft ? opening.draft : opening;
    const notes = await this.#editor.open(xml).finally(() => {
      [isGivenUp, this.#isDiscarded] = [this.#isDiscarded, false];
    });
    if (isGivenUp || this.state?.isUnsaved === false) this.#forget();
    this.#changes = 0;
    this.#id = isDraft ? opening.draft.id : draftIdOf(origin);
    this.#seenAt = isDraft ? opening.draft.changedAt : null;
    const earlier = isDraft ? null : readDraft(this.#id);
    this.#set({
      origin,
      isUnsaved: isDraft && opening.draft.isUnsaved,
      notes,
      restored: isDraft ? opening.draft : null,
      other: earlier?.isUnsaved ? earlier : null,
    });
    if (!isDraft && origin.kind === 'file') await this.#store(xml);
  }

  /** Call it after each change of the drawing. */
  changed(): void {
    this.#changes += 1;
    if (this.state !== null && !this.state.isUnsaved) this.#set({ ...this.state, isUnsaved: true });
  }

  /** Stores the changes in this browser. Undefined: no unsaved changes, or discarded. */
  async keep(): Promise<Kept | undefined> {
    return this.state?.isUnsaved && !this.#isDiscarded ? this.#store(await this.#editor.read()) : undefined;
  }

  /** Their draft is deleted when another model is opened or the editor closes. */
  discard(): void {
    this.#isDiscarded = true;
  }

  close(): void {
    if (this.#isDiscarded) this.#forget();
    this.#editor.close();
  }

  /** Call `settle` after a deploy or download; changes since then stay unsaved. `deployed`: becomes the source of the model; absent after a download. */
  async take(): Promise<{ readonly xml: string; readonly settle: (deployed?: DraftOrigin) => Promise<void> }> {
    const changes = this.#changes;
    return { xml: await this.#editor.read(), settle: (deployed) => this.#settle(changes === this.#changes, deployed) };
  }

  /** Drafts of other models. */
  others(): readonly Draft[] {
    return listDrafts().filter((draft) => !this.isOpen(draft));
  }

  async #settle(isWhole: boolean, deployed: DraftOrigin | undefined): Promise<void> {
    if (this.state === null) return;
    const isUnsaved = this.state.isUnsaved && !isWhole;
    if (deployed !== undefined) {
      this.#forget();
      this.#id = draftIdOf(deployed);
    }
    this.#set({ ...this.state, origin: deployed ?? this.state.origin, isUnsaved, restored: null, other: null });
    if (isUnsaved || (this.#changes > 0 && deployed === undefined)) await this.#store(await this.#editor.read());
  }

  /** Keeps a draft that another tab has changed since. */
  #forget(): void {
    const there = readDraft(this.#id);
    if (there !== null && there.changedAt === this.#seenAt) forgetDraft(this.#id);
    this.#seenAt = null;
  }

  async #store(xml: string): Promise<Kept> {
    const { origin, isUnsaved } = this.state ?? { origin: { kind: 'new', key: '' } as const, isUnsaved: false };
    const changedAt = Math.max(Date.now(), (this.#seenAt ?? 0) + 1);
    const kept = keepDraft({ id: this.#id, origin, xml, isUnsaved, changedAt }, this.#seenAt);
    if (kept.isKept) [this.#id, this.#seenAt] = [kept.id, changedAt];
    return kept;
  }

  #set(state: SessionState): void {
    this.state = state;
    this.#notify(state);
  }
}
