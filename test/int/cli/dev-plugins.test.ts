import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../support/database.ts';
import { startService } from '../../support/service.ts';
import { endWatching, startWatching } from './watching.ts';

// tier all: starts plugin hosts as processes

const PLUGIN = (type: string) => `import { definePlugin } from 'sluice/plugin';
export default definePlugin({ taskType: '${type}', execute: () => ({}) });`;

describe('sluice dev with plugins', function () {
  this.timeout(240_000);

  it('restarts the plugin host when a plugin changes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-dev-'));
    const database = await createTestDatabase();
    const service = await startService();
    const plugins = join(folder, 'plugins');
    await mkdir(plugins);
    await writeFile(join(plugins, 'one.js'), PLUGIN('one'));
    const models = join(folder, 'models');
    await mkdir(models);
    const env = { SLUICE_URL: service.url, DATABASE_URL: database.url, METRICS_PORT: '0', HOST: '127.0.0.1' };
    const { child, said } = startWatching([models, '--plugins', plugins], { HOME: folder, ...env });
    try {
      await said(/"eventId":7040/);
      await writeFile(join(plugins, 'two.js'), PLUGIN('two'));
      await said(/"eventId":7040[\s\S]*"eventId":7040/);
    } finally {
      await endWatching(child);
      await service.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
