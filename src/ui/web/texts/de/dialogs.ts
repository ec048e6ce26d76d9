import type { dialogs as english } from '../en/dialogs.ts';
import { number, plural } from '../numbers.ts';

const instances = (count: number) => plural(count, 'Instanz', 'Instanzen');

export const dialogs: typeof english = {
  reason: 'Begründung',
  optionalReason: 'Begründung (optional)',
  batch: {
    retry: {
      verb: 'Wiederholen',
      done: 'wiederholt',
      subjects: (count) => plural(count, 'Störung', 'Störungen'),
      note: 'Führt die fehlgeschlagenen Schritte mit den aktuellen Variablen noch einmal aus. Schritte, die erneut fehlschlagen, bleiben in dieser Liste.',
    },
    revive: {
      verb: 'Wiederholen',
      done: 'wiederholt',
      subjects: (count) => plural(count, 'fehlgeschlagene Instanz', 'fehlgeschlagene Instanzen'),
      note: 'Führt in jeder Instanz nur die fehlgeschlagenen Schritte noch einmal aus, mit den aktuellen Variablen. Wenn eine aufrufende Instanz oder ein Client den Fehler bereits kennt, läuft stattdessen eine neue Instanz weiter.',
    },
    cancel: {
      verb: 'Abbrechen',
      done: 'abgebrochen',
      subjects: instances,
      note: 'Beendet alle aktiven Elemente der Instanzen und bricht die aufgerufenen Instanzen ab. Nichts wird kompensiert. Eine abgebrochene Instanz können Sie auf ihrer Seite wiederholen.',
    },
    suspend: {
      verb: 'Anhalten',
      done: 'angehalten',
      subjects: instances,
      note: 'Die Instanzen halten an, bis Sie sie fortsetzen. Nachrichten, Timer und Ergebnisse warten so lange.',
    },
    resume: {
      verb: 'Fortsetzen',
      done: 'fortgesetzt',
      subjects: instances,
      note: 'Die Instanzen laufen weiter, zuerst mit den wartenden Nachrichten, Timern und Ergebnissen.',
    },
    delete: {
      verb: 'Löschen',
      done: 'gelöscht',
      subjects: instances,
      note: 'Löscht die Instanzen und die von ihnen aufgerufenen Instanzen samt Verlauf. Sie können das nicht rückgängig machen. Laufende Instanzen werden übersprungen.',
    },
    migrate: {
      verb: 'Umstellen',
      done: 'umgestellt',
      subjects: instances,
      note: 'Jede Instanz läuft in der gewählten Version weiter, dort, wo sie jetzt steht. Instanzen, die nicht dazu passen, behalten ihre Version und werden mit dem Grund genannt.',
    },
    changeFirst: {
      label: 'Zuerst Variablen ändern',
      verb: 'Ändern und wiederholen',
      note: 'Setzt diese Variablen vor der Wiederholung in jeder Instanz, überall mit denselben Werten. Der ganze Wert einer Variablen wird ersetzt; andere Variablen bleiben. Sie können das nicht rückgängig machen. Werte sind JSON; alles andere wird als Text gespeichert.',
      name: (n) => `Name der Variablen ${n}`,
      namePlaceholder: 'Name',
      value: (n) => `Wert der Variablen ${n}`,
      valuePlaceholder: '12.5, true, "Text" oder {"a": 1}',
      add: 'Variable hinzufügen',
    },
    title: (verb, what, isAll) => `${isAll ? 'Alle ' : ''}${isAll ? verb.toLowerCase() : verb}: ${what}`,
    titleOfChosen: (verb, count, subjects) => `${number(count)} ${subjects} ${verb.toLowerCase()}`,
    titleOfMatching: (verb, count, subjects) =>
      `Alle ${count === undefined ? '' : `${number(count)} `}passenden ${subjects} ${verb.toLowerCase()}`,
    act: (verb, count) => `${number(count)} ${verb.toLowerCase()}`,
    counting: 'Wird gezählt …',
    nothingLeft: (verb) => `Nichts mehr zum ${verb}: Alles ist inzwischen erledigt.`,
    willBe: (count, subjects, of, done) => `${number(count)} ${subjects} von ${of} ${plural(count, 'wird', 'werden')} ${done}.`,
    unread: (message) => `Die Stapeloperation läuft weiter. Der Fortschritt konnte nicht geladen werden: ${message}`,
    mayClose: 'Sie können dieses Fenster schließen. Die Stapeloperation läuft weiter.',
    done: 'Fertig',
    succeeded: (count, done) => `${number(count)} ${done}`,
    skipped: (count) => `${number(count)} übersprungen`,
    failed: (count, done) => `${number(count)} nicht ${done}`,
    progress: (count, total) => `${number(count)} von ${number(total)}: `,
    ended: 'Fertig: ',
    retriedNow: ({ failed, running, completed }) =>
      `Jetzt: ${number(completed)} abgeschlossen, ${number(running)} laufen noch, ${number(failed)} erneut fehlgeschlagen.`,
    more: (count) => `und ${number(count)} weitere`,
  },
  deploy: {
    title: 'Bereitstellen',
    done: 'Fertig',
    deployed: (key, version) => `„${key}“ v${version} bereitgestellt.`,
    notModel: 'Wählen Sie eine Datei, die auf .bpmn oder .xml endet.',
    wrongName:
      'Wählen Sie ein BPMN-Modell (.bpmn, .xml), bei Bedarf mit seinen Entscheidungen, Formularen und Skripten, oder eine Entscheidung (.dmn).',
    tooLarge: 'Die Dateien sind größer als 10 MB.',
    zone: 'Dateien hier ablegen',
    drop: 'BPMN- oder DMN-Datei hier ablegen oder auswählen. Formulare, Skripte und weitere Modelle des Prozesses können dazu.',
    file: 'Dateien zum Bereitstellen',
    choose: 'Dateien auswählen',
    chooseOther: 'Andere Dateien auswählen',
    errors: (count) => plural(count, '1 Fehler', `${number(count)} Fehler`),
    warnings: (count) => plural(count, '1 Warnung', `${number(count)} Warnungen`),
    illegalBytes: (line, encoding) =>
      `Zeile ${line} enthält Bytes, die in ${encoding} ungültig sind. Speichern Sie die Datei in der Kodierung, die sie angibt.`,
    encoding: (name) => `Dieser Browser unterstützt die Kodierung „${name}“ der Datei nicht.`,
  },
  start: {
    title: (key, version) => `„${key}“ v${version} starten`,
    start: 'Starten',
    businessId: 'Geschäfts-ID (optional)',
    businessIdRule: () => 'Höchstens 256 Zeichen, ohne Steuerzeichen und ohne Leerzeichen am Anfang oder Ende.',
    variables: 'Variablen (JSON-Objekt, optional)',
    started: (key, version) => `„${key}“ v${version} gestartet. Instanz:`,
  },
  diagram: {
    notes: (count) => plural(count, '1 Hinweis zu diesem Modell', `${number(count)} Hinweise zu diesem Modell`),
    notesOf: 'Hinweise zu diesem Modell',
    line: (line) => `Zeile ${line}: `,
    show: 'Anzeigen',
    showOf: (id) => `${id} anzeigen`,
    diagram: 'Diagramm',
    drawnWith: 'Gezeichnet mit bpmn.io',
    ofProcess: 'Diagramm des Prozesses',
    missing: 'Das Diagramm konnte nicht geladen werden.',
    tryAgain: 'Erneut versuchen',
    none: 'Dieses Modell hat kein Diagramm.',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fit: 'An Fenster anpassen',
  },
  notes: {
    element: (tag, id, name) => {
      if (id === null) return `${tag} ohne ID${name ? ` „${name}“` : ''}`;
      return name ? `${tag} „${name}“ (${id})` : `${tag} „${id}“`;
    },
    notDrawn: (element) => `${element} wird nicht gezeichnet, weil es in diesem Diagramm keine Form hat.`,
    wasPlaced: (element) => `${element} hatte im Diagramm keine Form und wurde automatisch platziert.`,
    unread: (tag, reason) => `${tag || 'Ein Text'} konnte nicht gelesen werden und fehlt: ${reason}.`,
    model: 'Das Modell',
    unresolved: (subject, member, value) => `${subject}: „${member}“ verweist auf „${value}“, das im Modell fehlt.`,
  },
};
