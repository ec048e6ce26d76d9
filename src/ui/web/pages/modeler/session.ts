import type { ModelNote } from '../../components/diagram/model-notes.ts';
import { type Draft, type DraftOrigin, draftIdOf, forgetDraft, type Kept, keepDraft, listDrafts, readDraft } from './drafts.ts';
import type { ModelEditor } from './open-modeler.ts';

/** A random key, so that a new model does not replace another process. */
function newKey(): string {
  return `process-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
}

/** A model to begin with: a start event, and nothing else. */
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
  /** the draft it was taken from */
  readonly restored: Draft | null;
  /** an earlier draft of the same model, which is kept */
  readonly other: Draft | null;
}

/** A model to show. */
export type Opening = { readonly draft: Draft } | { readonly origin: DraftOrigin; readonly xml: string };

/** A model with nothing in it but a start event. */
export function newOpening(): Opening {
  const key = newKey();
  return { origin: { kind: 'new', key }, xml: newModel(key) };
}

/** The model in the editor: where it came from, whether it is saved, and its draft. */
export class ModelingSession {
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

  /** Which parameters of the address bring this model back. */
  get address(): Readonly<Record<string, string>> {
    const origin = this.state?.origin;
    if (origin?.kind === 'version' && this.#id === draftIdOf(origin)) return { key: origin.key, version: String(origin.version) };
    return this.#seenAt === null ? {} : { draft: this.#id };
  }

  isOpen(draft: Draft): boolean {
    return draft.id === this.#id && this.#seenAt !== null;
  }

  /** Shows another model in the place of this one. Rejects when it cannot be read; this one stays. */
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

  /** To be called after every change. */
  changed(): void {
    this.#changes += 1;
    if (this.state !== null && !this.state.isUnsaved) this.#set({ ...this.state, isUnsaved: true });
  }

  /** Stores the changes in this browser; undefined: no changes. */
  async keep(): Promise<Kept | undefined> {
    return this.state?.isUnsaved && !this.#isDiscarded ? this.#store(await this.#editor.read()) : undefined;
  }

  /** Gives the changes up, as soon as another model has taken their place or the page is left. */
  discard(): void {
    this.#isDiscarded = true;
  }

  close(): void {
    if (this.#isDiscarded) this.#forget();
    this.#editor.close();
  }

  /** The model as text, and what to call when that text is safe somewhere else. */
  async take(): Promise<{ readonly xml: string; readonly settle: (deployed?: DraftOrigin) => Promise<void> }> {
    const changes = this.#changes;
    return { xml: await this.#editor.read(), settle: (deployed) => this.#settle(changes === this.#changes, deployed) };
  }

  /** The drafts that can be opened in the place of this model. */
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

  /** Forgets the draft of this model, and none that another tab has changed since. */
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
