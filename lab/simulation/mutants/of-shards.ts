import type { MutantOfRuns } from './of-many-and-gone.ts';

/** Bugs that only an installation with several databases has. */
export const MUTANTS_OF_SHARDS: readonly MutantOfRuns[] = [
  {
    bug: 'an event is removed while a shard may not have it',
    shards: 2,
    in: 'hasExecuted',
    from: "$kind === 'reply' || $kind === 'conflict'",
    to: 'true',
  },
  {
    bug: 'an event has another id in a shard whenever it is sent',
    shards: 2,
    in: 'idInShard',
    from: 'nameBasedId(THROWN_NAMESPACE, $id)',
    to: 'nameBasedId(THROWN_NAMESPACE, id + performance.now())',
  },
  {
    bug: 'a start whose outcome is unknown is sent to the next shard',
    shards: 2,
    in: 'sendToChosen',
    from: "$outcome.kind !== 'queue-unreachable' || !$mayMove",
    to: "$outcome.kind === 'reply'",
  },
  {
    bug: 'two copies of definitions run at the same time',
    shards: 2,
    in: 'copyDefinitions',
    from: 'await lockCopies($target);',
    to: '',
  },
  {
    bug: 'the first shard delivers a stored message while another shard may receive it',
    shards: 2,
    in: 'findBuffered',
    from: 'if ($shared.length === 0) return $found;',
    to: 'return $found;',
  },
  {
    bug: 'a stored message that another shard has received waits for a further receiver',
    shards: 2,
    in: 'isTaken',
    from: "if ($outcome.kind !== 'reply') return true;",
    to: 'return false;',
  },
  {
    bug: 'a stored message is not kept until all shards were asked',
    shards: 2,
    in: 'store',
    from: 'keep($unit, $command, true);',
    to: '',
  },
];
