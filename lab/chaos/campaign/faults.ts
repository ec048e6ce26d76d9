import { setTimeout as pause } from 'node:timers/promises';
import type { PausePoint } from '../../../src/worker/pause-points.ts';
import type { Deployment } from './deployment.ts';
import type { Member, Role } from './member.ts';
import type { Wire } from './wire.ts';

/** One kind of fault. */
export interface Fault {
  readonly name: string;
  /** relative frequency */
  readonly weight: number;
  /** undefined: not possible on this machine; the reason is printed once */
  readonly leftOut?: (deployment: Deployment) => string | undefined;
  /** Happens and is over when it resolves; false: it did not come to it. */
  happen(deployment: Deployment, random: () => number): Promise<boolean>;
}

const POINTS: readonly PausePoint[] = ['after-route', 'after-lock', 'before-write', 'before-commit', 'after-commit'];
const HOUR_MS = 3_600_000;
/** A worker comes to a point within this time, unless there is nothing to do for it. */
const POINT_MS = 5000;

const between = (random: () => number, least: number, most: number) => least + random() * (most - least);
const oneOf = <T>(of: readonly T[], random: () => number) => of[Math.floor(random() * of.length)] as T;
const anyOf = (deployment: Deployment, role: Role, random: () => number): Member => oneOf(deployment.of(role), random);
const withoutRedis = ({ redis }: Deployment) => (redis === undefined ? 'the queue is in Postgres' : undefined);

function forAWhile(
  name: string,
  weight: number,
  most: number,
  begin: (deployment: Deployment, random: () => number) => () => void,
): Fault {
  return {
    name,
    weight,
    async happen(deployment, random) {
      const end = begin(deployment, random);
      await pause(between(random, 300, most));
      end();
      return true;
    },
  };
}

function killed(role: Role, weight: number): Fault {
  return {
    name: `kill -9 ${role}`,
    weight,
    async happen(deployment, random) {
      anyOf(deployment, role, random).signal('SIGKILL');
      return true;
    },
  };
}

/** Shorter and longer than the queue's lock on a job, five seconds. */
function stopped(role: Role, weight: number): Fault {
  return forAWhile(`stop and continue ${role}`, weight, 9000, (deployment, random) => {
    const member = anyOf(deployment, role, random);
    member.signal('SIGSTOP');
    return () => member.signal('SIGCONT');
  });
}

function restarted(role: Role): Fault {
  return {
    name: `restart ${role}`,
    weight: 1,
    async happen(deployment, random) {
      await anyOf(deployment, role, random).restart();
      return true;
    },
  };
}

function atPoint(point: PausePoint, signal: 'SIGKILL' | 'SIGSTOP'): Fault {
  return {
    name: `${signal === 'SIGKILL' ? 'kill' : 'stop'} worker ${point}`,
    weight: 1,
    async happen(deployment, random) {
      const worker = anyOf(deployment, 'worker', random);
      const visits = 1 + Math.floor(random() * 20);
      if ((await worker.reach({ point, visits, signal }, POINT_MS)) === undefined) return false;
      if (signal === 'SIGSTOP') {
        await pause(between(random, 500, 8000));
        worker.signal('SIGCONT');
      }
      return true;
    },
  };
}

/** Faults of the network to one server. */
function ofWire(to: string, wireOf: (deployment: Deployment) => Wire, leftOut?: Fault['leftOut']): Fault[] {
  const cut: Fault = {
    name: `cut connections to ${to}`,
    weight: 2,
    async happen(deployment) {
      return wireOf(deployment).cut() > 0;
    },
  };
  const slow = forAWhile(`slow connections to ${to}`, 1, 4000, (deployment, random) => {
    wireOf(deployment).delay(between(random, 5, 150));
    return () => wireOf(deployment).delay(0);
  });
  const frozen = forAWhile(`silent connections to ${to}`, 1, 5000, (deployment) => {
    wireOf(deployment).freeze(true);
    return () => wireOf(deployment).freeze(false);
  });
  return [cut, slow, frozen].map((fault) => (leftOut === undefined ? fault : { ...fault, leftOut }));
}

const everythingKilled: Fault = {
  name: 'kill -9 everything',
  weight: 1,
  async happen({ members, postgres }) {
    for (const member of members) member.signal('SIGKILL');
    await postgres.crash();
    return true;
  },
};

const postgresCrashed: Fault = {
  name: 'crash Postgres',
  weight: 2,
  async happen({ postgres }) {
    await postgres.crash();
    return true;
  },
};

const failedOver: Fault = {
  name: 'fail over to the standby',
  weight: 2,
  async happen({ postgres }) {
    if (!(await postgres.canFailOver())) return false;
    await postgres.failOver();
    return true;
  },
};

const diskFull: Fault = {
  name: 'disk full',
  weight: 1,
  leftOut: ({ disks }) => (disks.canFill ? undefined : 'this account may not mount a disk'),
  async happen({ postgres }, random) {
    await postgres.fillDisk(between(random, 1000, 4000));
    return true;
  },
};

const clockStepped: Fault = {
  name: 'step the clock of a process',
  weight: 2,
  async happen({ members }, random) {
    oneOf(members, random).stepClock(oneOf([HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -60_000, 0], random));
    return true;
  },
};

const redisFlushed: Fault = {
  name: 'flush Redis',
  weight: 2,
  leftOut: withoutRedis,
  async happen({ redis }) {
    await redis?.flush();
    return redis !== undefined;
  },
};

const redisKilled: Fault = {
  name: 'kill -9 Redis',
  weight: 1,
  leftOut: withoutRedis,
  async happen({ redis }, random) {
    await redis?.server.kill();
    await pause(between(random, 0, 2000));
    await redis?.server.start();
    return redis !== undefined;
  },
};

/** Each takes all data of Redis away. */
export const REDIS_EMPTIED: readonly Fault[] = [redisFlushed, redisKilled];

/** Everything that can go wrong. */
export const FAULTS: readonly Fault[] = [
  killed('worker', 4),
  killed('api', 3),
  killed('projector', 2),
  stopped('worker', 2),
  stopped('api', 1),
  stopped('projector', 1),
  restarted('worker'),
  restarted('api'),
  restarted('projector'),
  everythingKilled,
  ...POINTS.flatMap((point) => [atPoint(point, 'SIGKILL'), atPoint(point, 'SIGSTOP')]),
  ...ofWire('Postgres', ({ postgres }) => postgres.wire),
  ...ofWire('Redis', ({ redis }) => redis?.wire as Wire, withoutRedis),
  ...REDIS_EMPTIED,
  postgresCrashed,
  failedOver,
  diskFull,
  clockStepped,
];
