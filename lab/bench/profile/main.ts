import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../../bin/build.mjs';
import { CONVERSATIONS } from '../cycles/conversations.ts';
import { profile } from './profile.ts';

/** `npm run profile -- <scenario> [seconds=8] [connections=32] [statements=40] [areas=yes]`: what one cycle of a scenario costs, part by part; with `areas`, where in the code each process uses its time. */
const [scenario = 'linear', ...settings] = process.argv.slice(2);
const given = Object.fromEntries(settings.map((setting) => setting.split('=')));

if (!Object.hasOwn(CONVERSATIONS, scenario)) {
  process.stderr.write(`unknown scenario '${scenario}'; there are: ${Object.keys(CONVERSATIONS).join(', ')}\n`);
  process.exitCode = 1;
} else {
  build();
  const options = {
    scenario,
    seconds: Number(given['seconds'] ?? 8),
    connections: Number(given['connections'] ?? 32),
    statements: Number(given['statements'] ?? 40),
  };
  if (given['areas'] === undefined) await profile(options);
  else {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-profile-'));
    process.env['BENCH_PROFILE_DIR'] = folder;
    try {
      await profile({ ...options, folder });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
