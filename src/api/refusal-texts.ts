import type { CommandRejection } from '../messages/commands.ts';
import { entityId } from '../platform/ids.ts';
import { repeated } from '../requests/request-texts.ts';

type InstructionRefused = Extract<CommandRejection, { readonly code: 'INSTRUCTION_REFUSED' }>;
type InstructionFault = InstructionRefused['fault'];
type Texts = {
  readonly [W in InstructionFault['why']]: (fault: Extract<InstructionFault, { readonly why: W }>) => string;
};
type Because = Extract<InstructionFault, { why: 'containerNotOpened' }>['because'];

const BECAUSE: Readonly<Record<Because, string>> = {
  adHoc: 'it chooses its first activities itself',
  eventSubProcess: 'only its start event starts it',
  compensation: 'only a compensation starts it',
  listener: 'a worker listens to its start',
};

type Movement = Extract<InstructionFault, { why: 'movesAtOnce' }>['because'];

const MOVES: Readonly<Record<Movement, (element: string) => string>> = {
  opening: (element) => `${element} would be opened`,
  choice: (element) => `the flows behind ${element} would be chosen`,
  loop: (element) => `the loop of ${element} would continue`,
  compensation: (element) => `a compensation would continue without ${element}`,
  adHoc: (element) => `the ad-hoc sub-process around ${element} would continue`,
  scopeEnd: (element) => `${element} has the last token of its scope, which would end`,
  notBegun: () => 'the instance has not started',
  stopped: () => 'the instance has stopped after too many steps',
};

const quoted = (id: string) => `'${repeated(id)}'`;

/** Why an instruction is rejected, without subject and final dot (docs/contributing/spec/http/instances.md#refused-instructions). */
const TEXTS: Texts = {
  entryNotActive: () => 'the activity instance is not active in this instance',
  elementUnknown: ({ element }) => `the process has no element ${quoted(element)}`,
  elementNotActive: ({ element }) => `no activity instance of ${quoted(element)} is active`,
  scopeNotActive: () => 'the scope is not active in this instance',
  scopeNotAround: ({ element }) => `the scope does not contain ${quoted(element)}`,
  scopeNotOpen: ({ element }) => `the scope has no open body to start ${quoted(element)} in`,
  scopeIsLoop: ({ element }) => `the scope is a whole loop: name the iteration in which to start ${quoted(element)}`,
  scopeCancelled: ({ element }) => `the scope to start ${quoted(element)} in is cancelled by the same request`,
  scopeInterrupted: ({ element }) => `the scope to start ${quoted(element)} in was interrupted`,
  scopeAmbiguous: ({ element, container, count }) =>
    `${quoted(container)} has ${count} active scopes: name the scope in which to start ${quoted(element)}`,
  loopNeedsScope: ({ element, container }) =>
    `${quoted(element)} lies in the loop ${quoted(container)}: name one of its iterations as scope`,
  containerNotOpened: ({ container, because }) => `${quoted(container)} cannot be opened: ${BECAUSE[because]}`,
  beginsByEvent: ({ element }) => `${quoted(element)} can only be started by its event`,
  forCompensation: ({ element }) => `${quoted(element)} can only be started by a compensation`,
  isJoin: ({ element }) => `${quoted(element)} joins paths: start after an element before it`,
  isRaceTarget: ({ element }) => `${quoted(element)} follows an event-based gateway: start before the gateway`,
  nothingFollows: ({ element }) => `nothing follows ${quoted(element)}`,
  flowListener: ({ flow }) => `a worker listens to the sequence flow ${quoted(flow)}`,
  processListens: () => 'a worker listens to the start or the end of the process',
  adHocIsClosed: ({ container }) => `${quoted(container)} has met its completion condition`,
  adHocIsSequential: ({ container }) => `${quoted(container)} runs one activity at a time`,
  movesAtOnce: ({ element, because }) => `${MOVES[because](quoted(element))}, and the instance is suspended`,
};

/** `index`: from 0. */
export function refusedInstruction({ index, fault }: Omit<InstructionRefused, 'code'>): string {
  const text = TEXTS[fault.why] as (fault: InstructionFault) => string;
  return `instructions[${index}]: ${text(fault)}.`;
}

type MigrationRefused = Extract<CommandRejection, { readonly code: 'MIGRATION_REFUSED' }>;

/** Text of migration conflicts (docs/contributing/spec/moving-to-a-version.md#refused). */
export function refusedMigration({ instanceId, faults, count }: MigrationRefused): string {
  const reasons = faults.map(({ entry, element, reason }) => {
    const of = entry === null ? '' : ` (${entityId(instanceId, entry)})`;
    return `'${repeated(element)}'${of}: ${repeated(reason)}`;
  });
  const rest = count > faults.length ? `; and ${count - faults.length} more` : '';
  return `The instance cannot continue in the other version. ${reasons.join('; ')}${rest}.`;
}
