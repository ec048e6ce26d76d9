import type { engineFacts as english } from '../en/engine-facts.ts';

type Values = Readonly<Record<string, string>> | ((value: string) => string);

/** German name, and the values that are not texts of the model. */
const FACTS: Readonly<Record<string, readonly [name: string, values?: Values]>> = {
  'Made for': ['Erstellt für'],
  'Version tag': ['Versions-Tag'],
  'Variables of parallel paths': ['Variablen paralleler Pfade', { shared: 'gemeinsam', isolated: 'getrennt' }],
  'When something fails': [
    'Bei einem Fehler',
    { 'the instance fails': 'Die Instanz schlägt fehl', 'an incident waits': 'Eine Störung wartet' },
  ],
  'Taken when': ['Durchlaufen, wenn'],
  'Skip expression': ['Ausdruck zum Überspringen'],
  'Default flow': ['Standardfluss'],
  Runs: ['Läuft', { 'when what it is joined to is compensated': 'wenn die verbundene Aktivität kompensiert wird' }],
  Work: [
    'Arbeit',
    {
      'none: it is passed immediately': 'keine: Das Element wird sofort durchlaufen',
      'it waits until the activity is completed from outside': 'wartet, bis die Aktivität von außen abgeschlossen wird',
      'none is named: it waits until the activity is completed from outside':
        'keine angegeben: Das Element wartet, bis die Aktivität von außen abgeschlossen wird',
    },
  ],
  Script: ['Skript', languageOf],
  'Result variable': ['Ergebnisvariable'],
  Activity: ['Aktivität', { 'is interrupted': 'wird unterbrochen', continues: 'läuft weiter' }],
  'Activation condition': ['Aktivierungsbedingung'],
  Calls: ['Ruft auf'],
  Version: ['Version', { latest: 'neueste', deployment: 'derselben Bereitstellung' }],
  'Passes in': ['Übergibt', mappingsOf],
  'Passes out': ['Übernimmt', mappingsOf],
  Order: ['Reihenfolge', orderOf],
  'Begins with': ['Beginnt mit'],
  'Completed when': ['Abgeschlossen, wenn'],
  'Waits for message': ['Wartet auf Nachricht'],
  'Correlation key': ['Korrelationsschlüssel'],
  'Waits for signal': ['Wartet auf Signal'],
  'Waits until the time': ['Wartet bis'],
  'Waits for the time': ['Wartezeit'],
  'Repeats in the cycle': ['Wiederholt sich'],
  'Waits until': ['Wartet, bis gilt'],
  'Catches error': ['Fängt Fehler', { 'every code': 'jeder Code' }],
  'Catches escalation': ['Fängt Eskalation', { 'every code': 'jeder Code' }],
  Catches: ['Fängt', { cancel: 'Abbruch', compensation: 'Kompensation', link: 'Link' }],
  'Publishes message': ['Sendet Nachricht'],
  'Throws signal': ['Sendet Signal'],
  'Throws error': ['Löst Fehler aus', { 'without a code': 'ohne Code' }],
  'Throws escalation': ['Löst Eskalation aus'],
  Compensates: ['Kompensiert', { 'everything in its scope that has completed': 'alles Abgeschlossene in seinem Bereich' }],
  Ends: [
    'Beendet',
    { 'the whole scope': 'den ganzen Bereich', 'the transaction, which is cancelled': 'die Transaktion, die abgebrochen wird' },
  ],
  Assignment: ['Zuweisung', { 'no user or group is named: all users may claim it': 'keine: Jeder darf die Aufgabe übernehmen' }],
  Assignee: ['Zugewiesen an'],
  'Candidate users': ['Kandidaten', listOf],
  'Candidate groups': ['Kandidatengruppen', listOf],
  'Due date': ['Fällig'],
  'Follow-up date': ['Wiedervorlage'],
  Priority: ['Priorität'],
  Category: ['Kategorie'],
  'Expected outputs': ['Erwartete Ausgaben', listOf],
  Form: ['Formular'],
  'Form fields': ['Formularfelder', fieldsOf],
  'Task type': ['Aufgabentyp'],
  Retries: ['Versuche', retriesOf],
  'Retry cycle': ['Wiederholungsintervall', retriesOf],
  Headers: ['Header', listOf],
  Parameters: ['Parameter', mappingsOf],
  Variables: [
    'Variablen',
    {
      'all, and the mapped inputs; the whole result is stored, where no zeebe output is mapped':
        'alle und die zugeordneten Eingaben; ohne zugeordnete Ausgabe wird das ganze Ergebnis gespeichert',
      'all, where no input is mapped; the whole result is stored, where no output is':
        'alle, wenn keine Eingabe zugeordnet ist; ohne zugeordnete Ausgabe wird das ganze Ergebnis gespeichert',
    },
  ],
  Expression: ['Ausdruck'],
  Decides: ['Entscheidet', listOf],
  Inputs: ['Eingaben', mappingsOf],
  Outputs: ['Ausgaben', mappingsOf],
  Loop: [
    'Schleife',
    { 'tested before each time': 'Prüfung vor jedem Durchlauf', 'tested after each time': 'Prüfung nach jedem Durchlauf' },
  ],
  'Loop condition': ['Bedingung der Schleife'],
  'Loop maximum': ['Höchstzahl der Durchläufe'],
  'Multi-instance': ['Mehrfachinstanz', timesOf],
  Item: ['Eintrag'],
  Collects: ['Sammelt in'],
  Listeners: ['Listener', listenersOf],
};

const INITIAL = 'Initial value of ';

export const engineFacts: typeof english = {
  name: (name) => {
    if (name.startsWith(INITIAL)) return `Anfangswert von ${name.slice(INITIAL.length)}`;
    return Object.hasOwn(FACTS, name) ? FACTS[name]?.[0] : undefined;
  },
  value: (name, value) => {
    const values = Object.hasOwn(FACTS, name) ? FACTS[name]?.[1] : undefined;
    if (values === undefined) return value;
    if (typeof values === 'function') return values(value);
    return Object.hasOwn(values, value) ? (values[value] ?? value) : value;
  },
};

function languageOf(language: string): string {
  return language === 'assignments' ? 'Zuweisungen' : language === 'expression' ? 'Ausdruck' : language;
}

function listOf(value: string): string {
  return value.replace(/ and (\d+) more$/, ' und $1 weitere');
}

function mappingsOf(value: string): string {
  if (value === 'all variables') return 'alle Variablen';
  return listOf(value)
    .replaceAll(/← a script \(([^)]*)\)/g, (_, language: string) => `← ein Skript (${languageOf(language)})`)
    .replaceAll(/← a list of (\d+)/g, '← eine Liste mit $1')
    .replaceAll(/← a map of (\d+)/g, '← eine Struktur mit $1');
}

function fieldsOf(value: string): string {
  if (value.startsWith('not known here'))
    return 'hier nicht bekannt: Das Programm, das die Aufgabe zeigt, muss das Formular haben';
  return listOf(value).replaceAll(' (required)', ' (Pflichtfeld)');
}

function retriesOf(value: string): string {
  return value === 'as the service is set up' ? 'wie im Dienst eingestellt' : value;
}

function orderOf(value: string): string {
  return value === 'one after the other' ? 'nacheinander' : value === 'at the same time' ? 'gleichzeitig' : value;
}

function timesOf(value: string): string {
  const [, times = value, order = ''] = /^(.*), (one after the other|at the same time)$/.exec(value) ?? [];
  const german = times.replace(/^for each of (.*)$/, 'für jeden Eintrag von $1').replace(/ times$/, '-mal');
  return order === '' ? german : `${german}, ${orderOf(order)}`;
}

function listenersOf(value: string): string {
  return listOf(value)
    .replaceAll(/: script \(([^)]*)\)/g, (_, language: string) => `: Skript (${languageOf(language)})`)
    .replaceAll(/(^|, )([\w-]+): job /g, '$1$2: Job ');
}
