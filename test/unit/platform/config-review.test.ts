import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { findIdleKeys, findUnusableValues } from '../../../src/platform/config/config-review.ts';
import { openConfigSource } from '../../../src/platform/config/config-source.ts';

const idle = (env: Record<string, string>) => findIdleKeys(openConfigSource(env)).map(({ key, reason }) => `${key} ${reason}`);

describe('the review of a configuration', () => {
  it('is silent when every key is known', () => {
    const env = {
      PATH: '/bin',
      HOME__DIR: 'x',
      npm_config__x: 'y',
      Engine__PlainTasks: 'pass',
      AUTHENTICATION__KNOWNPROXIES__0: '10.0.0.1',
      Authentication__ClientId: 'ui',
      Authentication__ClientSecret_FILE: '/run/secrets/client',
    };
    expect(idle(env)).to.deep.equal([]);
  });

  it('names the nearest key when one below a known section is misspelt', () => {
    expect(idle({ Engine__PlaneTasks: 'pass' })).to.deep.equal([
      'engine:planetasks is not a setting of Sluice; did you mean Engine:PlainTasks?',
    ]);
    expect(idle({ Authentication__ClientId_FILE: '/run/secrets/client' })[0]).to.match(/is not a setting of Sluice/);
    expect(idle({ RateLimiting__Everything__PermitLimit: '1' })).to.deep.equal([
      'ratelimiting:everything:permitlimit is not a setting of Sluice',
    ]);
  });

  it('reports it when a key has no effect', () => {
    expect(idle({ ENGINE__SNAPSHOTEVERY: '5' })[0]).to.match(/^Engine:SnapshotEvery has no effect: /);
  });

  it('gives every unusable value, not only the first, when there are several', () => {
    const found = findUnusableValues(
      openConfigSource({ PORT: 'x', Engine__PlainTasks: 'x', Scripting__MemoryMb: '0', Engine__SnapshotEvery: '0' }),
    );
    expect(found.map(({ key }) => key)).to.deep.equal([
      'PORT',
      'Engine:PlainTasks',
      'Scripting:MemoryMb',
      'Engine:SnapshotEvery',
    ]);
  });

  it('names unknown keys of any section when they are in the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-review-'));
    const file = join(folder, 'settings.json');
    writeFileSync(file, '{"Port": 1, "UIPORT": 2, "Mail": {"Host": "x"}, "Authentication": {"KnownProxies": ["10.0.0.1"]}}');
    try {
      expect(idle({ CONFIG_FILE: file })).to.deep.equal([
        'mail:host is not a setting of Sluice',
        'uiport is not a setting of Sluice; did you mean UI_PORT?',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
