import { describeMigration } from './migrate.ts';

// with a thousand in migrate-full.test.ts
describeMigration(40);
