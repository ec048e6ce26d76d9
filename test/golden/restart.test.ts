import { CASES } from '../support/golden/replay.ts';
import { EVERY, testRestarts } from './restarts.ts';
import { sampleOf } from './sample.ts';

describe('a state that comes from its snapshot', () => testRestarts(sampleOf(CASES, 0, EVERY)));
