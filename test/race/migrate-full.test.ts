// tier all: a thousand instances take more than ten seconds

import { describeMigration } from './migrate.ts';

describeMigration(1000);
