// tier nightly: measures how soon the next worker takes over
// runs alone: how soon the next worker takes over is measured

import { describeVanishedWorkers } from './vanished-worker.ts';

// lockDuration plus two stalled checks (docs/contributing/spec/reliability.md#stalled-jobs), and the start of a worker
describeVanishedWorkers(14_000);
