// tier all: ten thousand instances take half a minute

import { describeBroadcast } from './broadcast.ts';

describeBroadcast(10_000);
