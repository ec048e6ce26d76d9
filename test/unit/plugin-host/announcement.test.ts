import { expect } from 'chai';
import type { Connection } from '../../../src/db/connection.ts';
import { announce, FIRST_RETRIES_MS } from '../../../src/plugin-host/announcement.ts';
import { definePlugin } from '../../../src/plugins/plugin.ts';
import { registerPlugins } from '../../../src/plugins/registry.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingLog } from '../../support/recording-log.ts';

const plugins = registerPlugins([definePlugin({ taskType: 'print', execute: () => undefined })]).values();

describe('the announcement of a host', () => {
  it('is tried again after 2, 5 and 15 seconds and then stopped with an error when the database is away', async () => {
    expect(FIRST_RETRIES_MS).to.deep.equal([2000, 5000, 15_000]);
    let attempts = 0;
    const connection: Connection = {
      query: async () => {
        attempts += 1;
        throw new Error('away');
      },
    };
    const log = recordingLog();
    const announcement = announce({ connection, host: 'silo', log }, plugins, [1, 2, 3]);
    await eventually('the end of the retries', async () => log.of(4042).length > 0);
    expect(attempts).to.equal(4);
    await announcement.withdraw();
    expect(log.lines.map(({ id, properties }) => [id, properties])).to.deep.equal([[4042, { TaskType: 'print', Attempt: 4 }]]);
  });
});
