import { around, catches, file, flow, inProcess, message, process, type Twins, task, waits } from './models.ts';
import { split } from './twins-of-files.ts';

const START = '<startEvent id="s" />';
const END = '<endEvent id="e" />';

/** An event-based gateway `g` that leads to these targets, each of which leads to the end. */
function race(targets: Readonly<Record<string, string>>, ...more: readonly string[]): string {
  const ids = Object.keys(targets);
  const lines = ids.flatMap((id) => [targets[id] ?? '', flow(`g-${id}`, 'g', id), flow(`${id}-e`, id, 'e')]);
  return file(message('m'), process(START, '<eventBasedGateway id="g" />', END, flow('f', 's', 'g'), ...lines, ...more));
}

const TIMED = { m1: catches('m1'), t1: waits('t1') };
const RECEIVE = '<receiveTask id="r" messageRef="m" />';
const BOUNDARY = '<boundaryEvent id="b" attachedToRef="r"><errorEventDefinition /></boundaryEvent>';

/** A gateway of this kind that starts the process, with two messages behind it. */
function starting(attributes: string): string {
  return file(
    message('m'),
    message('n'),
    process(
      ...[`<eventBasedGateway id="g" ${attributes} />`, catches('m1'), catches('m2', 'n'), task('a'), task('b')],
      ...[flow('f1', 'g', 'm1'), flow('f2', 'g', 'm2'), flow('f3', 'm1', 'a'), flow('f4', 'm2', 'b')],
    ),
  );
}

/** A parallel fork and this gateway behind it, with one flow out. */
function join(gateway: string): string {
  return inProcess(
    ...[START, '<parallelGateway id="fork" />', task('a'), task('b'), gateway, END, flow('f1', 's', 'fork')],
    ...[flow('f2', 'fork', 'a'), flow('f3', 'fork', 'b'), flow('f4', 'a', 'j'), flow('f5', 'b', 'j'), flow('f6', 'j', 'e')],
  );
}

/** Rules about gateways. */
export const TWINS_OF_GATEWAYS: Readonly<Record<string, Twins>> = {
  'gateway-flows': {
    invalid: inProcess(...around('g', '<parallelGateway id="g" />')),
    valid: inProcess(...around('g', '<parallelGateway id="g" />'), '<endEvent id="e2" />', flow('f3', 'g', 'e2')),
  },
  'gateway-direction': {
    invalid: split('parallelGateway', 'gatewayDirection="Converging"', undefined, undefined),
    valid: split('parallelGateway', 'gatewayDirection="Diverging"', undefined, undefined),
  },
  'diverging-conditions': {
    invalid: split('inclusiveGateway', '', '=x > 1', undefined),
    valid: split('inclusiveGateway', '', '=x > 1', '=x &lt; 9'),
  },
  'parallel-gateway-conditions': {
    invalid: split('parallelGateway', '', '=x > 1', undefined),
    valid: split('parallelGateway', '', undefined, undefined),
  },
  'complex-gateway-activation': {
    invalid: join('<complexGateway id="j" />'),
    valid: join('<complexGateway id="j"><activationCondition>=activationCount >= 1</activationCondition></complexGateway>'),
  },
  'event-gateway-flows': {
    invalid: race({ m1: catches('m1') }),
    valid: race(TIMED),
  },
  'event-gateway-conditions': {
    invalid: race(TIMED, waits('t2'), flow('g-t2', 'g', 't2', '=x > 1'), flow('t2-e', 't2', 'e')),
    valid: race(TIMED, waits('t2'), flow('g-t2', 'g', 't2'), flow('t2-e', 't2', 'e')),
  },
  'event-gateway-target': {
    invalid: race({ ...TIMED, a: task('a') }),
    valid: race({ ...TIMED, t2: waits('t2') }),
  },
  'event-gateway-target-incoming': {
    invalid: race(TIMED, flow('back', 't1', 'm1')),
    valid: race(TIMED, task('a'), flow('on', 't1', 'a'), flow('a-e', 'a', 'e')),
  },
  'event-gateway-target-boundary': {
    invalid: race({ r: RECEIVE, t1: waits('t1') }, BOUNDARY, flow('b-e', 'b', 'e')),
    valid: race({ r: RECEIVE, t1: waits('t1') }),
  },
  'event-gateway-message-kind': {
    invalid: race({ r: RECEIVE, m1: catches('m1') }),
    valid: race({ m2: catches('m2'), m1: catches('m1') }),
  },
  'event-gateway-type': {
    invalid: race(TIMED).replace('<eventBasedGateway id="g"', '<eventBasedGateway id="g" eventGatewayType="Parallel"'),
    valid: starting('instantiate="true" eventGatewayType="Parallel"'),
  },
};
