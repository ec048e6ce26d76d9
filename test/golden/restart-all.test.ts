// tier all: probes every command after every step of the golden cases that restart.test.ts leaves out, 12 s

import { CASES } from '../support/golden/replay.ts';
import { EVERY, testRestarts } from './restarts.ts';
import { restOf } from './sample.ts';

describe('a state that comes from its snapshot', () => testRestarts(restOf(CASES, 0, EVERY)));
