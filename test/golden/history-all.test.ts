// tier all: decides every command again of the recorded instances that history.test.ts leaves out, 12 s

import { readRecording, recordedVersions } from '../support/history/recording.ts';
import { testRecorded } from './recorded-instances.ts';
import { restOf } from './sample.ts';

for (const [at, version] of recordedVersions().entries()) {
  const { instances, schema } = readRecording(version);
  describe(`what release ${version} has written`, () => testRecorded(version, schema, restOf(instances, at)));
}
