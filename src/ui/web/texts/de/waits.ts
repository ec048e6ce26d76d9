import type { waits as english } from '../en/waits.ts';
import { number, plural } from '../numbers.ts';

const TYPES: Readonly<Record<string, string>> = {
  Process: 'Prozess',
  Task: 'Aufgabe',
  UserTask: 'Benutzeraufgabe',
  ServiceTask: 'Serviceaufgabe',
  ScriptTask: 'Skriptaufgabe',
  SendTask: 'Sendeaufgabe',
  ReceiveTask: 'Empfangsaufgabe',
  ManualTask: 'Manuelle Aufgabe',
  BusinessRuleTask: 'Geschäftsregelaufgabe',
  CallActivity: 'Aufrufaktivität',
  SubProcess: 'Teilprozess',
  EventSubProcess: 'Ereignis-Teilprozess',
  AdHocSubProcess: 'Ad-hoc-Teilprozess',
  Transaction: 'Transaktion',
  ExclusiveGateway: 'Exklusives Gateway',
  InclusiveGateway: 'Inklusives Gateway',
  ParallelGateway: 'Paralleles Gateway',
  ComplexGateway: 'Komplexes Gateway',
  EventBasedGateway: 'Ereignisbasiertes Gateway',
  StartEvent: 'Startereignis',
  EndEvent: 'Endereignis',
  IntermediateThrowEvent: 'Auslösendes Zwischenereignis',
  IntermediateCatchEvent: 'Eintretendes Zwischenereignis',
  BoundaryEvent: 'Grenzereignis',
};
const STATUSES: Readonly<Record<string, string>> = {
  Running: 'läuft',
  Completed: 'abgeschlossen',
  Failed: 'fehlgeschlagen',
  Cancelled: 'abgebrochen',
};

export const waits: typeof english = {
  quoted: (name) => `„${name}“`,
  more: (count) => `${number(count)} weitere`,
  and: 'und',
  or: 'oder',
  title: (type, name) => `${TYPES[type] ?? type} ${name}`,
  claimed: (what, user) => `${what} ist von ${user} übernommen und noch nicht abgeschlossen`,
  unclaimed: (what, by) =>
    by.length === 0 ? `${what} kann von jedem übernommen werden` : `${what} wartet auf Übernahme durch ${by.join(' oder ')}`,
  assignee: (user) => `${user} (zugewiesen)`,
  candidateUsers: (names, count) => (count === 1 ? names : `einen der Benutzer ${names}`),
  candidateGroups: (names, count) => `ein Mitglied der ${plural(count, 'Gruppe', 'Gruppen')} ${names}`,
  leadJob: (what) => `${what}: Der steuernde Job`,
  listener: (what, event) => `${what}: Der Listener für ${event}`,
  unknownWork: (what) => `${what} wartet auf einen Plugin-Host oder externen Worker`,
  failedAttempts: (failures, attempts) =>
    `, ${plural(failures, '1 Fehlversuch', `${number(failures)} Fehlversuche`)}${attempts === null ? '' : ` von höchstens ${number(attempts)}`}`,
  locked: (what, by, type, failed, until) =>
    `${what} wird von ${by} ausgeführt (Typ ${type}${failed}). Die Sperre endet am ${until}`,
  retryAt: (what, time, type, failed) => `${what} wartet bis ${time} auf den nächsten Versuch (Typ ${type}${failed})`,
  free: (what, type, failed, hosts, count) => {
    const offered = count === 0 ? 'Kein Plugin-Host bietet den Typ derzeit an; ein externer Worker kann die Arbeit abholen' : '';
    return `${what} wartet auf einen Worker (Typ ${type}${failed}). ${offered || `${plural(count, 'Plugin-Host', 'Plugin-Hosts')} mit diesem Typ: ${hosts}`}`;
  },
  completion: (what) => `${what} wartet auf den Abschluss durch einen Client`,
  active: (what) => `${what} ist aktiv`,
  message: (name, key) =>
    `die Nachricht ${name} ${key === '' ? 'ohne Korrelationsschlüssel' : `mit dem Korrelationsschlüssel ${key}`}`,
  signal: (name) => `das Signal ${name}`,
  timer: (time) => (time === null ? 'den Timer, der nie fällig wird' : `den Timer, fällig am ${time}`),
  condition: (text) => (text === null ? 'die Bedingung des Modells' : `die Bedingung ${text}`),
  anEvent: 'ein Ereignis',
  severalEvents: (events, needsAll) =>
    `${needsAll ? 'alle diese Ereignisse' : 'das erste dieser Ereignisse'}: ${events.join('; ')}`,
  event: (what, events) => `${what} wartet auf ${events}`,
  race: (gateway, others) =>
    `. Am ereignisbasierten Gateway ${gateway}zählt nur, was zuerst eintritt: dieses Ereignis oder ${others}`,
  raceWord: 'or',
  callBegins: (what) => `${what} wartet auf den Beginn der aufgerufenen Instanz`,
  called: (what, of, status) => `${what} wartet auf die aufgerufene Instanz${of}${status}`,
  calledOf: (process, version) => ` von ${process}${version === null ? '' : `, Version ${version}`}`,
  calledBelow: (of) => `, die auf die aufgerufene Instanz${of} wartet`,
  calledIncident: (count, at, error) =>
    count === 1 ? `, die eine Störung bei ${at} hat: ${error}` : `, die ${count} Störungen hat, die letzte bei ${at}: ${error}`,
  calledStatus: (status) => ` (${STATUSES[status] ?? status})`,
  tokens: (what, arrived, needed) => `${what} hat ${number(arrived)} Token und beginnt mit ${number(needed)}`,
  join: (what, condition, reason) =>
    condition === null
      ? `${what} wartet ${reason}`
      : `${what} läuft weiter, sobald ${condition} wahr ist, und wartet bis dahin ${reason}`,
  lastToken: 'darauf, dass kein weiteres Token mehr eintreffen kann',
  furtherTokens: 'auf weitere Token',
  tokenOver: (flows) => `auf ein Token über ${flows}`,
  canComeFrom: (elements) => `, das von ${elements} kommen kann`,
  noneOver: (flows) => `; über ${flows} kann keines mehr kommen`,
  fired: (what, flows) => `${what} hat ausgelöst und wartet auf späte Token über ${flows || 'die übrigen Flüsse'}`,
  body: (what) => `${what} wartet auf das Ende des Inhalts`,
  inside: (what, names) => `${what} wartet auf aktive Elemente darin: ${names}`,
  loop: (what, completed, total, active) =>
    `${what} wartet auf die Iterationen: ${number(completed)}${total === null ? '' : ` von ${number(total)}`} abgeschlossen, ${number(active)} aktiv`,
  compensation: (what, left, active) =>
    `${what} wartet auf die Kompensation früherer Schritte: noch ${plural(left, '1 Aktivität', `${number(left)} Aktivitäten`)}${active === '' ? '' : `; aktiv: ${active}`}`,
  listens: (subProcess, events, interrupts) =>
    `Ereignis-Teilprozess ${subProcess} wartet auf ${events}, und ${interrupts ? 'würde die anderen Aktivitäten unterbrechen' : 'liefe dann neben den aktiven Aktivitäten'}`,
  process: (key) => `Der Prozess ${key}`,
  listening: (element) => `Das Warten auf Ereignisse von ${element}`,
  incident: (what, count, error) =>
    `${what} ist ${count === 1 ? '' : `${number(count)}-mal `}fehlgeschlagen und wartet auf einen Eingriff: ${error}`,
  notBegun: (what) => `${what} hat noch nicht begonnen: Die Ausführung ist unterbrochen und läuft automatisch weiter`,
  beforeBegin: 'Die Instanz wurde vor dem Beginn angehalten und beginnt, sobald sie fortgesetzt wird',
  longRun: (steps, at) =>
    `Eine lange Ausführung ist nach ${plural(steps, '1 Schritt', `${number(steps)} Schritten`)} unterbrochen und läuft automatisch weiter${at === '' ? '' : `, bei ${at}`}`,
  suspended: (by) => `Die Instanz ist angehalten (${by.join(' und ')}) und läuft erst weiter, wenn sie fortgesetzt wird`,
  holders: {
    operator: 'durch einen Operator',
    callingInstance: 'durch die aufrufende Instanz',
    processKey: 'weil der ganze Prozess angehalten ist',
  },
  deadLetter: (kind, attempts, time, error, id) =>
    `Der Befehl ${kind} für diese Instanz ist ${attempts === 1 ? '' : `${number(attempts)}-mal `}endgültig fehlgeschlagen, zuletzt am ${time} (${error}). Wiederholen oder verwerfen Sie den Dead Letter ${id}`,
};
