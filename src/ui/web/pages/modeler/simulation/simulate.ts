import type { FormModel } from '../../../../../engine/model/model-texts.ts';
import { postService } from '../../../api/client.ts';
import { JsonText, jsonObject } from '../../../api/json-text.ts';

/** Actions in the terms of POST /Definitions/simulate. */
export type ShownActKind = 'start' | 'complete' | 'fail' | 'retry' | 'deliver' | 'fire' | 'set';

/** See docs/contributing/spec/http/definitions.md#simulation-acts. Not sent: `name`, the subject for users, and `asked`, the fields of its variables. */
export interface SimulatedAct {
  readonly kind: ShownActKind;
  readonly name: string;
  /** process key, only for `start` */
  readonly key?: string;
  readonly element?: string;
  /** wait at the element, from 0; for `set`: instance */
  readonly index?: number;
  readonly variables?: JsonText | undefined;
  /** error code, only for `fail` */
  readonly code?: string;
  readonly asked?: { readonly suggested: Values; readonly form?: FormModel | undefined };
}

/** Called process, decision, script or form. */
export interface SimulatedFile {
  readonly name: string;
  readonly content: string;
}

type Values = Readonly<Record<string, unknown>>;

/** `NotShown`: variables that are too long. */
interface Shown {
  readonly Variables: Values;
  readonly NotShown?: readonly string[];
}

/** `Suggested`: variables that the model reads next, with examples. */
export interface Start {
  readonly ProcessDefinitionKey: string;
  readonly Element: string;
  readonly ElementName: string | null;
  readonly Kind: 'None' | 'Message' | 'Signal' | 'Timer' | 'Condition';
  readonly Name: string | null;
  readonly Suggested: Values;
  readonly Form?: FormModel;
}

/** Wait with its possible actions. `Index`: at its element, from 0. */
export interface ShownWait {
  readonly Instance: number;
  readonly Element: string;
  readonly ElementName: string | null;
  readonly Index: number;
  readonly Kind: 'UserTask' | 'Job' | 'Activity' | 'Call' | 'Incident' | 'Message' | 'Signal' | 'Timer' | 'Condition' | 'Other';
  readonly Text: string;
  readonly Acts: readonly ShownActKind[];
  readonly Suggested: Values;
  readonly Form?: FormModel;
  readonly Subject: string | null;
  readonly CorrelationKey: string | null;
  readonly DueAt: string | null;
  readonly People: readonly string[];
  readonly Input?: Shown;
  /** undefined also in an earlier release */
  readonly Incident?: {
    readonly ElementType: string | null;
    readonly Code: string;
    readonly Message: string;
    readonly Count: number;
  };
}

/** Started or called. */
export interface ShownInstance extends Shown {
  readonly ProcessDefinitionKey: string;
  readonly Status: 'Running' | 'Completed' | 'Cancelled' | 'Failed';
  readonly Failure?: {
    readonly Code: string;
    readonly Message: string;
    readonly Element: string | null;
    readonly ElementName: string | null;
  };
  readonly Scopes: readonly (Shown & { readonly Element: string })[];
}

/** See docs/contributing/spec/http/definitions.md#simulation-state. The lists are limited; `InstanceCount` and `WaitCount` count all. */
export interface Simulated {
  readonly StartedAt: string;
  readonly Now: string;
  /** number of completed actions */
  readonly Done: number;
  /** why the next action was impossible */
  readonly Refusal?: string;
  readonly Starts: readonly Start[];
  readonly Instances: readonly ShownInstance[];
  readonly InstanceCount: number;
  readonly Waits: readonly ShownWait[];
  readonly WaitCount: number;
  readonly Elements: readonly {
    readonly Id: string;
    readonly Active: number;
    readonly Completed: number;
    readonly Failed: number;
    readonly Cancelled: number;
  }[];
  readonly Flows: readonly { readonly Id: string; readonly Taken: number }[];
}

/** `startedAt`: simulated time; undefined: now. */
export interface Asked {
  readonly xml: string;
  readonly files: readonly SimulatedFile[];
  readonly startedAt: string | undefined;
  readonly acts: readonly SimulatedAct[];
}

/** Runs all actions from the start. Stores nothing. An impossible action sets `Refusal`. Rejects with an ApiError. */
export function simulate({ xml, files, startedAt, acts }: Asked): Promise<Simulated> {
  return postService<Simulated>('/Definitions/simulate', {
    BpmnXml: xml,
    Resources: files.map(({ name, content }) => ({ Name: name, Content: content })),
    StartedAt: startedAt,
    Acts: new JsonText(`[${acts.map(actJson).join(',')}]`),
  });
}

function actJson({ kind, key, element, index, variables, code }: SimulatedAct): string {
  return jsonObject({
    Act: kind,
    ProcessDefinitionKey: key,
    Element: element,
    Index: index,
    Variables: variables,
    ErrorCode: code,
  });
}
