import type { FileDialect } from '../dialect.ts';
import { namedByJbpm, timerOfJbpm } from './jbpm.ts';

/** docs/contributing/spec/validation.md#files-of-jbpm. Another platform takes precedence for texts and calls. */
export function withJbpm(dialect: FileDialect): FileDialect {
  const { platform, timers } = dialect;
  return Object.freeze({
    ...dialect,
    ...(timers === undefined ? {} : { timers: Object.freeze({ ...timers, weekdays: 'quartz' as const }) }),
    ...(platform === undefined && timers !== undefined ? JBPM : {}),
    hasRulesOfJbpm: timers !== undefined,
    plansByInputs: true,
    declaresByReference: true,
    rootElement: namedByJbpm,
    timerText: timerOfJbpm,
  });
}

const JBPM = {
  texts: { groups: 'mvel', followsLanguages: true, storesAssigned: false },
  passesOnlyMapped: true,
  passesOutOnError: true,
  failsOnUncaughtError: true,
  sharesPaths: true,
  eventsHaveOneValue: true,
} as const satisfies Partial<FileDialect>;
