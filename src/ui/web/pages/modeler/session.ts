import type { ModelNote } from '../../components/diagram/model-notes.ts';
import { type Draft, type DraftOrigin, draftIdOf, forgetDraft, type Kept, keepDraft, listDrafts, readDraft } from './drafts.ts';
import type { ModelEditor } from './open-modeler.ts';

/** Returns a random process key, so that a new model does not become a version of another process. */
function newKey(): string {
  return `process-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
}

/** Returns the XML of a process with only a start event. */
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

/** State of the drawn model that the page shows. */
export interface SessionState {
  readonly origin: DraftOrigin;
  /** neither deployed nor downloaded since its last change */
  readonly isUnsaved: boolean;
  readonly notes: readonly ModelNote[];
  /** draft from which the model was opened; null: none */
  readonly restored: Draft | null;
  /** unsaved draft of the same model, which stays stored; null: none */
  readonly other: Draft | null;
}

/** A model to open: a draft, or a text with its source. */
export type Opening = { readonly draft: Draft } | { readonly origin: DraftOrigin; readonly xml: string };

/** Returns a new model with only a start event. */
export function newOpening(): Opening {
  const key = newKey();
  return { origin: { kind: 'new', key }, xml: newModel(key) };
}

/** The model in the editor of the modeler, with its source and its draft in this browser. `notify`: called after each change of `state`. */
export class ModelingSession {
  /** null: no model has been opened yet */
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

  /** Returns the address parameters that open this model again; {} if it is neither a deployed version nor stored as draft. */
  get address(): Readonly<Record<string, string>> {
    const origin = this.state?.origin;
    if (origin?.kind === 'version' && this.#id === draftIdOf(origin)) return { key: origin.key, version: String(origin.version) };
    return this.#seenAt === null ? {} : { draft: this.#id };
  }

  /** Returns whether a draft is that of the open model. */
  isOpen(draft: Draft): boolean {
    return draft.id === this.#id && this.#seenAt !== null;
  }

  /** Opens another model. Rejects if it cannot be read; then the current model stays open. */
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

  /** Stores the changes in this browser. Returns undefined if there are no unsaved changes or the user has discarded them. */
  async keep(): Promise<Kept | undefined> {
    return this.state?.isUnsaved && !this.#isDiscarded ? this.#store(await this.#editor.read()) : undefined;
  }

  /** Marks the changes as discarded. Their draft is deleted when another model is opened or the editor closes. */
  discard(): void {
    this.#isDiscarded = true;
  }

  close(): void {
    if (this.#isDiscarded) this.#forget();
    this.#editor.close();
  }

  /**
   * Returns the XML of the model. Call `settle` after it was deployed or downloaded; changes since then stay unsaved.
   * `deployed`: the deployed version, which becomes the source of the model; absent after a download.
   */
  async take(): Promise<{ readonly xml: string; readonly settle: (deployed?: DraftOrigin) => Promise<void> }> {
    const changes = this.#changes;
    return { xml: await this.#editor.read(), settle: (deployed) => this.#settle(changes === this.#changes, deployed) };
  }

  /** Returns all drafts except that of this model. */
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

  /** Deletes the draft of this model, unless another tab has changed it since. */
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
