import { describeMigration } from './migrate.ts';

// tier all: a race of one command; the commit tier has the races of delivery, order, timers, instances and commits

// with a thousand in migrate-full.test.ts
describeMigration(40);
