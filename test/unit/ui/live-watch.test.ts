import { expect } from 'chai';
import type { LiveMark } from '../../../src/queries/operator/live-marks.ts';
import { type Changed, type LiveReader, LiveWatch } from '../../../src/ui/server/live/live-watch.ts';
import { permittedChanges } from '../../../src/ui/server/routes/live.ts';
import { until } from '../../support/http/steps.ts';

const mark = (kind: LiveMark['kind'], key: string, text: string, id: string | null = null): LiveMark => ({
  kind,
  key,
  id,
  mark: text,
});
const PACE = { pollMs: 1, sessionsMs: 0 };

/** A database of three numbers. */
function openWorld() {
  const world = {
    position: 1,
    isPending: false,
    letters: '0',
    isAway: false,
    marks: [mark('instances', 'order', '1')] as LiveMark[],
    living: new Set(['s1', 's2']),
    gates: 0,
    looks: 0,
  };
  const looks = {
    async gate() {
      world.gates += 1;
      if (world.isAway) throw new Error('away');
      return { position: String(world.position), isPending: world.isPending, letters: world.letters };
    },
    async marks(ids: readonly string[]) {
      world.looks += 1;
      return world.marks.filter(({ id }) => id === null || ids.includes(id));
    },
    livingSessions: async () => world.living,
  };
  return { world, looks };
}

function openReader(instanceId?: string, sessionId?: string) {
  const told: Changed[] = [];
  const ends: boolean[] = [];
  const reader: LiveReader = {
    instanceId,
    sessionId,
    begin: () => {},
    notify: (changes) => void told.push(...changes),
    end: (isOver) => void ends.push(isOver),
  };
  return { reader, told, ends };
}

describe('the watch for what has changed (docs/contributing/adr/0028-ui-serves-the-api-endpoints.md)', () => {
  let watch: LiveWatch;
  afterEach(() => watch.close());
  const gatesBeyond = ({ world }: ReturnType<typeof openWorld>, count: number) =>
    until(
      async () => world.gates,
      (gates) => gates > count,
    );

  it('looks at nothing when no one listens', async () => {
    const place = openWorld();
    watch = new LiveWatch(place.looks, PACE);
    const { reader } = openReader();
    const leave = watch.add(reader);
    await gatesBeyond(place, 2);
    leave();
    expect(watch.size).to.equal(0);
    // these pauses are longer than many looks; on a slow machine they only notice less
    await new Promise((done) => setTimeout(done, 20));
    const { gates } = place.world;
    await new Promise((done) => setTimeout(done, 20));
    expect(place.world.gates).to.equal(gates);
  });

  it('looks no closer when the position of the journal has not moved', async () => {
    const place = openWorld();
    watch = new LiveWatch(place.looks, PACE);
    watch.add(openReader().reader);
    await gatesBeyond(place, 5);
    expect(place.world.looks).to.equal(1);
  });

  it('notifies everyone of a change once, by one poll, when the position moves', async () => {
    const place = openWorld();
    watch = new LiveWatch(place.looks, PACE);
    const readers = [openReader(), openReader(), openReader()];
    for (const { reader } of readers) watch.add(reader);
    await gatesBeyond(place, 1);
    const { looks } = place.world;
    place.world.marks = [mark('instances', 'order', '2'), mark('incidents', 'order', '1')];
    place.world.position += 1;
    await gatesBeyond(place, place.world.gates + 2);
    expect(place.world.looks - looks).to.equal(1);
    for (const { told } of readers) {
      expect(told).to.deep.equal([
        { kind: 'instances', key: 'order' },
        { kind: 'incidents', key: 'order' },
      ]);
    }
  });

  it('looks again when the projector is behind at the first look', async () => {
    const place = openWorld();
    watch = new LiveWatch(place.looks, PACE);
    const { reader, told } = openReader();
    watch.add(reader);
    await gatesBeyond(place, 1);
    Object.assign(place.world, { position: 2, isPending: true });
    await gatesBeyond(place, place.world.gates + 1);
    Object.assign(place.world, { isPending: false, marks: [] });
    await gatesBeyond(place, place.world.gates + 2);
    expect(told).to.deep.equal([{ kind: 'instances', key: 'order' }]);
  });

  it('does not take an instance that a user begins to look at for a change', async () => {
    const place = openWorld();
    place.world.marks.push(mark('instance', 'order', '7', 'i1'));
    watch = new LiveWatch(place.looks, PACE);
    const first = openReader();
    watch.add(first.reader);
    await gatesBeyond(place, 1);
    const second = openReader('i1');
    watch.add(second.reader);
    await gatesBeyond(place, place.world.gates + 2);
    expect([...first.told, ...second.told]).to.deep.equal([]);
    place.world.marks = [mark('instances', 'order', '1'), mark('instance', 'order', '8', 'i1')];
    place.world.position += 1;
    await gatesBeyond(place, place.world.gates + 2);
    expect(second.told).to.deep.equal([{ kind: 'instance', key: 'order', id: 'i1' }]);
  });

  it('ends those whose session is over, and no others', async () => {
    const place = openWorld();
    watch = new LiveWatch(place.looks, PACE);
    const [gone, stays, open] = [openReader(undefined, 's1'), openReader(undefined, 's2'), openReader()];
    for (const { reader } of [gone, stays, open]) watch.add(reader);
    await gatesBeyond(place, 1);
    place.world.living = new Set(['s2']);
    await until(
      async () => gone.ends,
      (ends) => ends.length > 0,
    );
    expect([gone.ends[0], stays.ends, open.ends]).to.deep.equal([true, [], []]);
  });

  it('has room for a limited number and no more, of one session and in all', () => {
    watch = new LiveWatch(openWorld().looks, { ...PACE, mostReaders: 3, mostPerSession: 2 });
    watch.add(openReader(undefined, 's1').reader);
    const leave = watch.add(openReader(undefined, 's1').reader);
    expect([watch.hasRoomFor('s1'), watch.hasRoomFor('s2'), watch.hasRoomFor(undefined)]).to.deep.equal([false, true, true]);
    watch.add(openReader().reader);
    expect([watch.hasRoomFor('s2'), watch.hasRoomFor(undefined)]).to.deep.equal([false, false]);
    leave();
    expect(watch.hasRoomFor('s1')).to.equal(true);
  });

  it('ends all of them and lets no one in when it is closed', () => {
    watch = new LiveWatch(openWorld().looks, PACE);
    const { reader, ends } = openReader();
    watch.add(reader);
    watch.close();
    expect([ends, watch.size, watch.hasRoomFor(undefined)]).to.deep.equal([[false], 0, false]);
  });
});

describe('notifications of changes (docs/contributing/spec/pages.md#live-rights)', () => {
  const CHANGES: readonly Changed[] = [
    { kind: 'instances', key: 'order' },
    { kind: 'instances', key: 'loan' },
    { kind: 'user-tasks', key: 'loan' },
    { kind: 'instance', key: 'order', id: 'i1' },
    { kind: 'dead-letters', key: null },
  ];

  it('is everything when no permissions are asked for, of instances the one that is looked at', () => {
    expect(permittedChanges(CHANGES, undefined, undefined)).to.deep.equal({
      instances: ['order', 'loan'],
      'user-tasks': ['loan'],
      'dead-letters': [''],
    });
    expect(permittedChanges(CHANGES, undefined, 'i1'))
      .to.have.property('instance')
      .that.deep.equals(['i1']);
  });

  it('is of the keys that its rights are for, and of what has no key when they are for all', () => {
    const rights = (right: string) => (right === 'see' ? ['ord*'] : right === 'see-tasks' ? ['loan'] : []);
    expect(permittedChanges(CHANGES, rights, 'i1')).to.deep.equal({
      instances: ['order'],
      'user-tasks': ['loan'],
      instance: ['i1'],
    });
  });

  it('is nothing when a user may see nothing', () => {
    expect(permittedChanges(CHANGES, () => [], 'i1')).to.equal(undefined);
  });
});
