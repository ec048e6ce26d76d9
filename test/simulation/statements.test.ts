import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { openSimPool } from '../../lab/simulation/database/pool.ts';
import { SimServer } from '../../lab/simulation/database/server.ts';
import { STATEMENTS } from '../../lab/simulation/database/statements.ts';
import { newProcess, World } from '../../lab/simulation/world.ts';

const SRC = new URL('../../src/', import.meta.url);
/** Statements whose names are put together: by table, or by setting. */
const COMPOSED = /^(?:copy-(?:from|to)-|projector-(?:empty|count|no|remove)-|delete-[a-z-]+-of-instances$|erase-from-)/;

describe('the statements of the simulated database', () => {
  it('are those of the product when one is renamed or removed', () => {
    const texts = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && /^(?:db|store|projector|worker)\b/.test(path))
      .map((path) => readFileSync(new URL(path, SRC), 'utf8'));
    const isKnown = (name: string) => COMPOSED.test(name) || texts.some((text) => text.includes(`'${name}'`));
    expect(
      Object.keys(STATEMENTS).filter((name) => !isKnown(name)),
      'The product has no such statement any more.',
    ).to.deep.equal([]);
  });

  it('end a run with the name of the one that is unknown', async () => {
    const world = new World(1);
    const server = new SimServer(world);
    const pool = openSimPool(server, newProcess('api'), { max: 1, isPipelined: false });
    void pool.query({ name: 'made-up', text: 'select 1 from made_up', values: [] });
    let failure: unknown;
    await world
      .run(() => false)
      .catch((error: unknown) => {
        failure = error;
      });
    expect(String(failure)).to.include("does not know the statement 'made-up'");
  });
});
