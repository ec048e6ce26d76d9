import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { EVENT_STEPS } from '../../src/engine/events/upcast.ts';
import { type EngineEvent, EVENT_VERSION } from '../../src/engine/events.ts';
import type { ElementType } from '../../src/engine/model.ts';
import { applyRow, newProjection } from '../../src/projector/subject-projection.ts';
import { textOfSchema } from '../support/history/event-schema.ts';
import { breakingChanges } from '../support/history/event-schema-changes.ts';
import { HISTORY, readRecording, readSeals, recordedVersions, sealOf } from '../support/history/recording.ts';
import { CHANGE_AN_EVENT, PRESENT, testRecorded } from './recorded-instances.ts';
import { sampleOf } from './sample.ts';

const VERSIONS = recordedVersions();
const NEWEST = VERSIONS.at(-1) ?? '';

for (const version of VERSIONS) {
  const { instances, processes, schema } = readRecording(version);

  describe(`what release ${version} has written`, () => {
    it('has every kind of event when all cases are taken together', () => {
      const rows = [
        ...instances.flatMap(({ steps }) => steps.flatMap(({ row }) => row ?? [])),
        ...processes.flatMap((p) => p.rows),
      ];
      const seen = new Set(rows.flatMap((row) => row.events.map((event) => (event as EngineEvent).type as string)));
      expect(Object.keys(schema.events).filter((type) => !seen.has(type))).to.deep.equal([]);
    });

    it('has every type of element when all cases are taken together', () => {
      const events = instances.flatMap(({ steps }) => steps.flatMap(({ row }) => (row?.events ?? []) as readonly EngineEvent[]));
      const seen = new Set(events.flatMap((event) => (event.type === 'ElementActivated' ? event.elementType : [])));
      const types = String(schema.types['ElementType'])
        .split(' | ')
        .map((text) => text.slice(1, -1));
      expect(types.filter((type) => !seen.has(type as ElementType))).to.deep.equal([]);
    });

    testRecorded(version, schema, sampleOf(instances, VERSIONS.indexOf(version)));

    it('is projected when it is about process keys', () => {
      for (const { subjectId, rows } of processes) {
        const projection = newProjection({ subjectId, kind: 'd' });
        for (const { at, ...row } of rows)
          expect(applyRow(projection, { ...row, subjectId, at: new Date(at), size: 0 }), JSON.stringify(row)).to.equal(undefined);
      }
    });
  });
}

describe('the events of this code', () => {
  it('have the committed shape when src/engine/events.ts is edited', () => {
    const committed = readFileSync(new URL(`${NEWEST}/event-schema.json`, HISTORY), 'utf8');
    const next = readSeals()[NEWEST] === undefined ? NEWEST : '<the next version>';
    expect(textOfSchema(PRESENT), `npm run history:record -- ${next} writes what has changed; ${CHANGE_AN_EVENT}`).to.equal(
      committed,
    );
  });

  for (const version of Object.keys(readSeals())) {
    const released = readRecording(version).schema;
    it(`have another version than those of ${version} when more than optional members were added`, () => {
      if (PRESENT.eventVersion > released.eventVersion) return;
      const hint = `Set EVENT_VERSION to ${released.eventVersion + 1} and add step ${released.eventVersion} to EVENT_STEPS in src/engine/events/upcast.ts; ${CHANGE_AN_EVENT}`;
      expect(breakingChanges(released, PRESENT), hint).to.deep.equal([]);
    });
  }

  it('have a step from every version to the next when there are several', () => {
    expect(EVENT_STEPS.length, 'one step of src/engine/events/upcast.ts for each version before EVENT_VERSION').to.equal(
      EVENT_VERSION - 1,
    );
  });
});

describe('recorded history', () => {
  it('never changes once its version is released', () => {
    for (const [version, seal] of Object.entries(readSeals()))
      expect(sealOf(version), `test/history/${version} has changed: undo that, databases hold what it says`).to.equal(seal);
  });

  it('is there, and sealed, for every release of the changelog', () => {
    const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
    const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version = '']) => version);
    expect(released).to.include('0.1.0');
    for (const version of released) {
      expect(VERSIONS, `npm run history:record -- ${version}`).to.include(version);
      expect(Object.keys(readSeals()), `add "${version}": "${sealOf(version)}" to test/history/sealed.json`).to.include(version);
    }
  });
});
