import type { Logger, LogProperties } from '../../src/platform/log.ts';
import { LOG_EVENTS, type LogEventId } from '../../src/platform/log-events.ts';

/** One line as it was given to the log. */
export interface LoggedLine {
  readonly id: LogEventId;
  readonly message: string;
  readonly properties: LogProperties;
}

/** A log that keeps all lines, with those of its children in the same list. */
export interface RecordingLog extends Logger {
  readonly lines: LoggedLine[];
  /** The lines of one event, oldest first. */
  of(id: LogEventId): readonly LoggedLine[];
}

export function recordingLog(): RecordingLog {
  const lines: LoggedLine[] = [];
  const log: RecordingLog = {
    lines,
    of: (id) => lines.filter((line) => line.id === id),
    event: (name, properties = {}) => {
      const { id, message } = LOG_EVENTS[name];
      lines.push({ id, message, properties });
    },
    child: () => log,
    isEnabled: () => true,
  };
  return log;
}
