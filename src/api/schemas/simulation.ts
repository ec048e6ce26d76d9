import { z } from 'zod';
import { userTaskForm } from './forms.ts';
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

/** See docs/contributing/spec/http/definitions.md#simulation-acts. */
export const simulationAct = z
  .object({
    Act: z.enum(ACTS),
    ProcessDefinitionKey: optionalText('For `start`: key of the process. Default: the first process.'),
    Element: optionalText('Id of the element. For `start`: id of the start event. Default for `start`: start by key.'),
    Index: optionalWhole(0, 100_000, 'Index among several waits at the element. For `set`: index of the instance. Default: 0.'),
    Variables: optionalVariables(),
    ErrorCode: optionalText('For `fail`: error code. Default: `500`.'),
    ErrorMessage: optionalText('For `fail`: error message. Default: the error code.'),
  })
  .meta({ id: 'SimulationAct' });

export const simulateRequest = z
  .object({
    BpmnXml: requiredXml('Invalid BPMN: BpmnXml is required', 'BPMN 2.0 XML text.'),
    Resources: optionalResources('Up to 50 further BPMN files, scripts, decisions and forms, as in a deployment.'),
    StartedAt: optionalText('Start time of the simulation in ISO 8601 format. Default: the current time.'),
    Acts: optionalObjects(simulationAct, 'Up to 200 actions, in order. Default: no actions.'),
  })
  .meta({ id: 'SimulateRequest' });

const shown = {
  Variables: variables,
  NotShown: z.array(z.string()).optional().meta({ description: 'Names of variables whose values are too long to show.' }),
};
const suggested = {
  Suggested: variables.meta({ description: 'Variables that the model reads next, with suggested values.' }),
};
const named = { Element: z.string(), ElementName: orNull(z.string()) };

/** See docs/contributing/spec/http/definitions.md#simulate. */
export const simulateResponse = z
  .object({
    StartedAt: timestamp,
    Now: timestamp,
    Done: z.int().min(0).meta({ description: 'Number of completed actions.' }),
    Refusal: z.string().optional().meta({ description: 'Why the next action failed. Absent if all actions completed.' }),
    Starts: z.array(
      z.object({
        ProcessDefinitionKey: z.string(),
        ProcessName: orNull(z.string()),
        ...named,
        Kind: z.enum(['None', 'Message', 'Signal', 'Timer', 'Condition']),
        Name: orNull(z.string()).meta({ description: 'Name of the message or signal, or the condition.' }),
        ...suggested,
        Form: userTaskForm.optional().meta({ description: 'Start form. Absent if the model has none.' }),
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
        Scopes: z.array(z.object({ Element: z.string(), ...shown })).meta({ description: 'Variables of inner scopes.' }),
      }),
    ),
    InstanceCount: z.int().min(0).meta({ description: 'Number of all instances. At most 50 are listed.' }),
    Waits: z.array(
      z.object({
        Instance: z.int().min(0).meta({ description: 'Index in `Instances`.' }),
        ...named,
        Index: z.int().min(0).meta({ description: 'Index among the waits at the element.' }),
        Kind: z.enum(WAIT_KINDS),
        Text: z.string(),
        Acts: z.array(z.enum(ACTS)).meta({ description: 'Possible actions. Empty if it depends on another wait.' }),
        ...suggested,
        Subject: orNull(z.string()).meta({
          description: 'Task type, called process key, name of the message or signal, or the condition.',
        }),
        CorrelationKey: orNull(z.string()),
        DueAt: orNull(timestamp),
        People: z.array(z.string()).meta({ description: 'Assignee, users and groups of a user task.' }),
        Form: userTaskForm.optional().meta({ description: 'Form of the user task. Absent if the model has none.' }),
        Input: z.object(shown).optional().meta({ description: 'Input of the job.' }),
        Incident: z
          .object({ ElementType: orNull(z.string()), Code: z.string(), Message: z.string(), Count: z.int().min(1) })
          .optional()
          .meta({ description: 'Error and number of failures. `ElementType`: null if the process itself failed.' }),
      }),
    ),
    WaitCount: z.int().min(0).meta({ description: 'Number of all waits. At most 200 are listed.' }),
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
      .meta({ description: 'Number of tokens by element and outcome, over all instances.' }),
    Flows: z.array(z.object({ Id: z.string(), Taken: z.int().min(1) })),
  })
  .meta({ id: 'SimulateResponse' });
