import { postService } from '../../../api/client.ts';
import { JsonText, jsonObject } from '../../../api/json-text.ts';

/** Actions that the panel offers, as POST /Definitions/simulate names them. */
export type ShownActKind = 'start' | 'complete' | 'fail' | 'retry' | 'deliver' | 'fire' | 'set';

/** An action in a simulation (docs/contributing/spec/http/definitions.md#simulation-acts). `name`: its subject for users; it is not sent. */
export interface SimulatedAct {
  readonly kind: ShownActKind;
  readonly name: string;
  /** process key, only for `start` */
  readonly key?: string;
  readonly element?: string;
  /** number of the wait at the element, from 0; for `set`, number of the instance */
  readonly index?: number;
  readonly variables?: JsonText | undefined;
  /** error code, only for `fail` */
  readonly code?: string;
}

/** Additional file of a simulation: a called process, decision, script or form. */
export interface SimulatedFile {
  readonly name: string;
  readonly content: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Variables of an instance or scope. `NotShown`: names of those that are too long. */
interface Shown {
  readonly Variables: Values;
  readonly NotShown?: readonly string[];
}

/** A start event of the model. `Suggested`: variables that the model reads next, with example values. */
export interface Start {
  readonly ProcessDefinitionKey: string;
  readonly Element: string;
  readonly ElementName: string | null;
  readonly Kind: 'None' | 'Message' | 'Signal' | 'Timer' | 'Condition';
  readonly Name: string | null;
  readonly Suggested: Values;
}

/** A wait of a token, with the actions that are possible for it. `Index`: number of the wait at its element, from 0. */
export interface ShownWait {
  readonly Instance: number;
  readonly Element: string;
  readonly ElementName: string | null;
  readonly Index: number;
  readonly Kind: 'UserTask' | 'Job' | 'Activity' | 'Call' | 'Incident' | 'Message' | 'Signal' | 'Timer' | 'Condition' | 'Other';
  readonly Text: string;
  readonly Acts: readonly ShownActKind[];
  readonly Suggested: Values;
  readonly Subject: string | null;
  readonly CorrelationKey: string | null;
  readonly DueAt: string | null;
  readonly People: readonly string[];
  readonly Input?: Shown;
}

/** A simulated instance: the started one, or a called one. */
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

/** State of a simulation (docs/contributing/spec/http/definitions.md#simulation-state). The lists are limited; `InstanceCount` and `WaitCount` count all. */
export interface Simulated {
  readonly StartedAt: string;
  readonly Now: string;
  /** number of completed actions */
  readonly Done: number;
  /** why the next action was impossible; absent: all are completed */
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

/** Parameters of a simulation. `startedAt`: simulated start time; undefined: now. */
export interface Asked {
  readonly xml: string;
  readonly files: readonly SimulatedFile[];
  readonly startedAt: string | undefined;
  readonly acts: readonly SimulatedAct[];
}

/** Runs all actions from the start on a model. Stores nothing. An impossible action is not an error, but `Refusal`. Rejects with an ApiError. */
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
