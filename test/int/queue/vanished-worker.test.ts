// tier all: waits twice until the lock of a vanished worker ends

import { describeVanishedWorkers } from './vanished-worker.ts';

describeVanishedWorkers();
