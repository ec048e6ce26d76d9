import { z } from 'zod';
import { optionalObjects, optionalResources, optionalText, optionalVariables, optionalWhole, requiredXml } from './members.ts';
import { orNull, timestamp, variables } from './values.ts';

/** Actions of a simulated user or worker. */
export const ACTS = ['start', 'complete', 'fail', 'retry', 'deliver', 'fire', 'set'] as const;
/** Kinds of waits in a simulation. */
export const WAIT_KINDS = [
  'UserTask',
  'Job',
  'Activity',
  'Call',
  'Incident',
  'Message',
  'Signal',
  'Timer',
  'Condition',
  'Other',
] as const;

/** One thing that is done in a simulation (docs/contributing/spec/http/definitions.md#simulation-acts). */
export const simulationAct = z
  .object({
    Act: z.enum(ACTS),
    ProcessDefinitionKey: optionalText('Of `start`: which process of the files. Left out, null or blank: the first.'),
    Element: optionalText(
      'What it is done to; of `start` the start event. Left out, null or blank: of `start` by the key alone.',
    ),
    Index: optionalWhole(
      0,
      100_000,
      'Which one of several that wait at the element; of `set`, which instance. Left out or null: 0.',
    ),
    Variables: optionalVariables(),
    ErrorCode: optionalText('Of `fail`. Left out, null or blank: `500`.'),
    ErrorMessage: optionalText('Of `fail`. Left out, null or blank: the code.'),
  })
  .meta({ id: 'SimulationAct' });

export const simulateRequest = z
  .object({
    BpmnXml: requiredXml('Invalid BPMN: BpmnXml is required', 'The BPMN 2.0 XML text.'),
    Resources: optionalResources('Further BPMN files, scripts, decisions and forms, as of a deploy; at most 50.'),
    StartedAt: optionalText('Start of the clock: an ISO 8601 time. Left out, null or blank: the present time.'),
    Acts: optionalObjects(simulationAct, 'What is done, in order; at most 200. Left out, null or empty: nothing yet.'),
  })
  .meta({ id: 'SimulateRequest' });

const shown = {
  Variables: variables,
  NotShown: z.array(z.string()).optional().meta({ description: 'Variables whose values are too long to be shown.' }),
};
const suggested = {
  Suggested: variables.meta({ description: 'Variables that the model looks at next, with values to begin with.' }),
};
const named = { Element: z.string(), ElementName: orNull(z.string()) };

/** State of a simulation (docs/contributing/spec/http/definitions.md#simulate). */
export const simulateResponse = z
  .object({
    StartedAt: timestamp,
    Now: timestamp,
    Done: z.int().min(0).meta({ description: 'Actions that were run.' }),
    Refusal: z.string().optional().meta({ description: 'Why the act behind them cannot be done; absent when all were.' }),
    Starts: z.array(
      z.object({
        ProcessDefinitionKey: z.string(),
        ProcessName: orNull(z.string()),
        ...named,
        Kind: z.enum(['None', 'Message', 'Signal', 'Timer', 'Condition']),
        Name: orNull(z.string()).meta({ description: 'Of the message or signal, or the condition.' }),
        ...suggested,
      }),
    ),
    Instances: z.array(
      z.object({
        ProcessDefinitionKey: z.string(),
        Status: z.enum(['Running', 'Completed', 'Cancelled', 'Failed']),
        Failure: z
          .object({ Code: z.string(), Message: z.string(), Element: orNull(z.string()), ElementName: orNull(z.string()) })
          .optional(),
        ...shown,
        Scopes: z.array(z.object({ Element: z.string(), ...shown })).meta({ description: 'What only a part of it can read.' }),
      }),
    ),
    InstanceCount: z.int().min(0).meta({ description: 'Of all; at most 50 are listed.' }),
    Waits: z.array(
      z.object({
        Instance: z.int().min(0).meta({ description: 'Its place in `Instances`.' }),
        ...named,
        Index: z.int().min(0).meta({ description: 'Which one of those that wait at the element.' }),
        Kind: z.enum(WAIT_KINDS),
        Text: z.string(),
        Acts: z
          .array(z.enum(ACTS))
          .meta({ description: 'What can be done about it; empty: it waits for something else that waits.' }),
        ...suggested,
        Subject: orNull(z.string()).meta({
          description: 'Task type, called key, name of the message or signal, or the condition.',
        }),
        CorrelationKey: orNull(z.string()),
        DueAt: orNull(timestamp),
        People: z.array(z.string()).meta({ description: 'Assignee, users and groups of a user task.' }),
        Input: z.object(shown).optional().meta({ description: 'What a job is given.' }),
      }),
    ),
    WaitCount: z.int().min(0).meta({ description: 'Of all; at most 200 are listed.' }),
    Elements: z
      .array(
        z.object({
          Id: z.string(),
          Active: z.int().min(0),
          Completed: z.int().min(0),
          Failed: z.int().min(0),
          Cancelled: z.int().min(0),
        }),
      )
      .meta({ description: 'What became of tokens, by element, over all instances.' }),
    Flows: z.array(z.object({ Id: z.string(), Taken: z.int().min(1) })),
  })
  .meta({ id: 'SimulateResponse' });
