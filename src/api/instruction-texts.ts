import type { CommandRejection } from '../messages/commands.ts';
import { repeated } from '../requests/parsed-text.ts';

type Refused = Extract<CommandRejection, { readonly code: 'INSTRUCTION_REFUSED' }>;
type InstructionFault = Refused['fault'];
type Texts = {
  readonly [W in InstructionFault['why']]: (fault: Extract<InstructionFault, { readonly why: W }>) => string;
};
type Because = Extract<InstructionFault, { why: 'containerNotOpened' }>['because'];

const BECAUSE: Readonly<Record<Because, string>> = {
  adHoc: 'it begins with activities of its own',
  eventSubProcess: 'it begins with its event',
  compensation: 'it is entered by compensation only',
  listener: 'a worker listens to its start',
};

type Movement = Extract<InstructionFault, { why: 'movesAtOnce' }>['because'];

const MOVES: Readonly<Record<Movement, (element: string) => string>> = {
  opening: (element) => `${element} would be opened`,
  choice: (element) => `the flows behind ${element} would be chosen`,
  loop: (element) => `the loop of ${element} would go on`,
  compensation: (element) => `a compensation would go on without ${element}`,
  adHoc: (element) => `the ad-hoc sub-process around ${element} would go on`,
  scopeEnd: (element) => `${element} has the last token of its scope, which would end`,
  notBegun: () => 'the instance has not begun',
  stopped: () => 'the instance has stopped after too many steps',
};

const quoted = (id: string) => `'${repeated(id)}'`;

/** Why an instruction of a modification is refused (docs/contributing/spec/http/instances.md#refused-instructions). */
const TEXTS: Texts = {
  entryNotActive: () => 'the entry is not active in this instance',
  elementUnknown: ({ element }) => `the process has no element ${quoted(element)}`,
  elementNotActive: ({ element }) => `no entry of ${quoted(element)} is active`,
  scopeNotActive: () => 'the scope is not active in this instance',
  scopeNotAround: ({ element }) => `the scope does not lie around ${quoted(element)}`,
  scopeNotOpen: ({ element }) => `the scope has no open body to start ${quoted(element)} in`,
  scopeIsLoop: ({ element }) => `the scope is a loop as a whole: name the iteration to start ${quoted(element)} in`,
  scopeCancelled: ({ element }) => `the scope to start ${quoted(element)} in is cancelled by the same request`,
  scopeInterrupted: ({ element }) => `the scope to start ${quoted(element)} in was interrupted`,
  scopeAmbiguous: ({ element, container, count }) =>
    `${quoted(container)} is open ${count} times: name the scope to start ${quoted(element)} in`,
  loopNeedsScope: ({ element, container }) =>
    `${quoted(element)} lies in the loop ${quoted(container)}: name one of its iterations as scope`,
  containerNotOpened: ({ container, because }) => `${quoted(container)} cannot be opened: ${BECAUSE[because]}`,
  beginsByEvent: ({ element }) => `${quoted(element)} begins with its event only`,
  forCompensation: ({ element }) => `${quoted(element)} is entered by compensation only`,
  isJoin: ({ element }) => `${quoted(element)} joins paths: start after an element before it`,
  isRaceTarget: ({ element }) => `${quoted(element)} stands behind an event-based gateway: start before the gateway`,
  nothingFollows: ({ element }) => `nothing follows ${quoted(element)}`,
  flowListener: ({ flow }) => `a worker listens to the sequence flow ${quoted(flow)}`,
  processListens: () => 'a worker listens to the start or the end of the process',
  adHocIsClosed: ({ container }) => `${quoted(container)} has met its completion condition`,
  adHocIsSequential: ({ container }) => `${quoted(container)} does one activity at a time`,
  movesAtOnce: ({ element, because }) => `${MOVES[because](quoted(element))}, and the instance is suspended`,
};

/** The text of a refused instruction. `index`: from 0. */
export function refusedInstruction({ index, fault }: Omit<Refused, 'code'>): string {
  const text = TEXTS[fault.why] as (fault: InstructionFault) => string;
  return `instructions[${index}]: ${text(fault)}.`;
}
