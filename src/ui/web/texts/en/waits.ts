/** Reasons why an instance waits, word for word as in the API (docs/contributing/spec/http/instances.md#kinds). */
export const waits = {
  quoted: (name: string) => `'${name}'`,
  more: (count: number) => `${count} more`,
  and: 'and',
  or: 'or',
  /** `type`: of an element, such as `UserTask`, or `Process` */
  title: (type: string, name: string) => `${wordsOfType(type)} ${name}`,
  claimed: (what: string, user: string) => `${what} waits for ${user}, who has claimed it, to complete it`,
  unclaimed: (what: string, by: readonly string[]) =>
    `${what} waits to be claimed by ${by.length === 0 ? 'any user' : by.join(' or ')}`,
  assignee: (user: string) => `${user}, to whom it is assigned`,
  candidateUsers: (names: string, _count: number) => `one of the users ${names}`,
  candidateGroups: (names: string, _count: number) => `a member of the groups ${names}`,
  leadJob: (what: string) => `${what}: the job that leads it`,
  listener: (what: string, event: string) => `${what}: its listener to ${event}`,
  unknownWork: (what: string) => `${what} waits for work of a plugin host or remote worker`,
  failedAttempts: (failures: number, attempts: number | null) =>
    `, after ${failures}${attempts === null ? '' : ` of ${attempts}`} failed attempts`,
  locked: (what: string, by: string, type: string, failed: string, until: string) =>
    `${what} is being done by ${by} (type ${type})${failed}; its lock ends at ${until}`,
  retryAt: (what: string, time: string, type: string, failed: string) =>
    `${what} waits until ${time} for its next attempt (type ${type})${failed}`,
  free: (what: string, type: string, failed: string, hosts: string, count: number) => {
    const none = 'which no plugin host offers now; a remote worker may fetch it';
    return `${what} waits to be taken: work of type ${type}${failed}, ${count === 0 ? none : `which ${hosts} ${count === 1 ? 'offers' : 'offer'}`}`;
  },
  completion: (what: string) => `${what} waits for a client to complete it`,
  active: (what: string) => `${what} is active`,
  message: (name: string, key: string) =>
    `message ${name} ${key === '' ? 'without a correlation key' : `with correlation key ${key}`}`,
  signal: (name: string) => `signal ${name}`,
  /** null: outside the range of dates */
  timer: (time: string | null) => `its timer, which is due at ${time ?? 'a time beyond the calendar'}`,
  condition: (text: string | null) => (text === null ? 'its condition to become true' : `the condition ${text} to become true`),
  anEvent: 'an event',
  severalEvents: (events: readonly string[], needsAll: boolean) =>
    `${needsAll ? 'all of' : 'the first of'}: ${events.join('; ')}`,
  event: (what: string, events: string) => `${what} waits for ${events}`,
  race: (gateway: string, others: string) => `; event-based gateway ${gateway}takes the first of this and ${others}`,
  raceWord: 'and' as 'and' | 'or',
  callBegins: (what: string) => `${what} waits for the instance that it calls to begin`,
  called: (what: string, of: string, status: string) => `${what} waits for the called instance${of}${status}`,
  calledOf: (process: string, version: number | null) => ` of ${process}${version === null ? '' : ` version ${version}`}`,
  /** another instance, which the called one called, has the incident */
  calledBelow: (of: string) => `, which waits for the called instance${of}`,
  calledIncident: (count: number, at: string, error: string) =>
    count === 1 ? `, which has an incident at ${at}: ${error}` : `, which has ${count} incidents, the latest at ${at}: ${error}`,
  /** `status`: of the API, such as `Running` */
  calledStatus: (status: string) => `, which is ${status.toLowerCase()}`,
  tokens: (what: string, arrived: number, needed: number) =>
    `${what} has ${arrived} ${arrived === 1 ? 'token' : 'tokens'} and needs ${needed} to begin`,
  join: (what: string, condition: string | null, reason: string) =>
    `${what} ${condition === null ? '' : `continues when ${condition} is true, and until then `}waits ${reason}`,
  lastToken: 'until no further token can reach it',
  furtherTokens: 'for further tokens',
  tokenOver: (flows: string) => `for a token over ${flows}`,
  canComeFrom: (elements: string) => `, which can come from ${elements}`,
  noneOver: (flows: string) => `; no further token can come over ${flows}`,
  fired: (what: string, flows: string) => `${what} has fired and waits for late tokens over ${flows || 'its other flows'}`,
  body: (what: string) => `${what} waits for its body to end`,
  inside: (what: string, names: string) => `${what} waits for what is active inside: ${names}`,
  loop: (what: string, completed: number, total: number | null, active: number) => {
    const all = total ?? completed;
    const done = total === null ? completed : `${completed} of ${total}`;
    return `${what} waits for its iterations: ${done} ${all === 1 ? 'iteration' : 'iterations'} completed, ${active} active`;
  },
  compensation: (what: string, left: number, active: string) =>
    `${what} waits until what was done before is compensated: ${left} ${left === 1 ? 'activity' : 'activities'} left${active === '' ? '' : `; active: ${active}`}`,
  listens: (subProcess: string, events: string, interrupts: boolean) =>
    `Event sub-process ${subProcess} listens for ${events}, and would ${interrupts ? 'interrupt the activities next to it' : 'run next to the active activities'}`,
  process: (key: string) => `The process ${key}`,
  listening: (element: string) => `What ${element} listens to`,
  incident: (what: string, count: number, error: string) =>
    `${what} has failed${count === 1 ? '' : ` ${count} times`} and waits for an operator: ${error}`,
  notBegun: (what: string) => `${what} has not begun: its run is paused and continues automatically`,
  beforeBegin: 'It was suspended before it began, and begins when it is resumed',
  longRun: (steps: number, at: string) =>
    `A long run is paused after ${steps} ${steps === 1 ? 'step' : 'steps'} and continues automatically${at === '' ? '' : ` at ${at}`}`,
  suspended: (by: readonly string[]) => `It is suspended by ${by.join(', and by ')}: nothing moves until it is resumed`,
  holders: {
    operator: 'an operator',
    callingInstance: 'the instance that called it',
    processKey: 'its process key, which is suspended as a whole',
  },
  deadLetter: (kind: string, attempts: number, time: string, error: string, id: string) =>
    `The command ${kind} for this instance failed permanently ${attempts === 1 ? 'once' : `${attempts} times`}, last at ${time} (${error}). Retry or drop the dead letter ${id}`,
};

/** `IntermediateCatchEvent` is `Intermediate catch event`. */
function wordsOfType(type: string): string {
  const words = type
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
    .replace('sub process', 'sub-process')
    .replace('ad hoc', 'ad-hoc')
    .replace('event based', 'event-based');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
