/** Kinds of elements in the libraries of the modeler, by their English text. */
export const elementKinds: Readonly<Record<string, string>> = {
  ...eventKinds(),
  'User task': 'Benutzeraufgabe',
  'Service task': 'Serviceaufgabe',
  'Send task': 'Sendeaufgabe',
  'Receive task': 'Empfangsaufgabe',
  'Manual task': 'Manuelle Aufgabe',
  'Business rule task': 'Geschäftsregelaufgabe',
  'Script task': 'Skriptaufgabe',
  'Call activity': 'Aufrufaktivität',
  'Event sub-process': 'Ereignis-Teilprozess',
  'Sub-process': 'Teilprozess',
  'Sub-process (collapsed)': 'Teilprozess (zugeklappt)',
  'Sub-process (expanded)': 'Teilprozess (aufgeklappt)',
  'Collapsed Sub Process': 'Teilprozess (zugeklappt)',
  'Expanded Sub Process': 'Teilprozess (aufgeklappt)',
  'Ad-hoc sub-process': 'Ad-hoc-Teilprozess',
  'Ad-hoc sub-process (collapsed)': 'Ad-hoc-Teilprozess (zugeklappt)',
  'Ad-hoc sub-process (expanded)': 'Ad-hoc-Teilprozess (aufgeklappt)',
  'Collapsed Ad Hoc Sub Process': 'Ad-hoc-Teilprozess (zugeklappt)',
  'Expanded Ad Hoc Sub Process': 'Ad-hoc-Teilprozess (aufgeklappt)',
  'Exclusive gateway': 'Exklusives Gateway',
  'Parallel gateway': 'Paralleles Gateway',
  'Inclusive gateway': 'Inklusives Gateway',
  'Complex gateway': 'Komplexes Gateway',
  'Complex Gateway': 'Komplexes Gateway',
  'Event-based gateway': 'Ereignisbasiertes Gateway',
  'Event based instantiating Gateway': 'Startendes ereignisbasiertes Gateway',
  'Parallel Event based instantiating Gateway': 'Startendes paralleles ereignisbasiertes Gateway',
  'Data store reference': 'Datenspeicher',
  'Data object reference': 'Datenobjekt',
  'Data Object': 'Datenobjekt',
  'Data Store': 'Datenspeicher',
  'Data Input': 'Dateneingabe',
  'Data Output': 'Datenausgabe',
  'Data Input Association': 'Datenassoziation (Eingabe)',
  'Data Output Association': 'Datenassoziation (Ausgabe)',
  Association: 'Assoziation',
  'Expanded pool/participant': 'Pool (aufgeklappt)',
  'Empty pool/participant': 'Pool (leer)',
  'Sequence flow': 'Sequenzfluss',
  'Default flow': 'Standardfluss',
  'Conditional flow': 'Bedingter Fluss',
  'Default Flow': 'Standardfluss',
  'Conditional Flow': 'Bedingter Fluss',
  'Parallel multi-instance': 'Parallele Mehrfachinstanz',
  'Sequential multi-instance': 'Sequenzielle Mehrfachinstanz',
  Loop: 'Schleife',
  'Participant multiplicity': 'Mehrere Teilnehmer',
  'Toggle non-interrupting': 'Unterbrechend oder nicht',
  Collection: 'Liste',
};

/** In both spellings, `Timer start event (non-interrupting)` and `Timer Start Event (Non Interrupting)`. */
function eventKinds(): Readonly<Record<string, string>> {
  const places: readonly (readonly [string, (kind: string) => string])[] = [
    ['start event', (kind) => `${kind}Startereignis`],
    ['intermediate catch event', (kind) => `Eintretendes ${kind}Zwischenereignis`],
    ['intermediate throw event', (kind) => `Auslösendes ${kind}Zwischenereignis`],
    ['boundary event', (kind) => `${kind}Grenzereignis`],
    ['end event', (kind) => `${kind}Endereignis`],
  ];
  const kinds: Readonly<Record<string, string>> = {
    '': '',
    Message: 'Nachrichten-',
    Timer: 'Timer-',
    Conditional: 'Bedingungs-',
    Signal: 'Signal-',
    Error: 'Fehler-',
    Escalation: 'Eskalations-',
    Compensation: 'Kompensations-',
    Compensate: 'Kompensations-',
    Link: 'Link-',
    Cancel: 'Abbruch-',
    Terminate: 'Terminierungs-',
    Multiple: 'Mehrfach-',
    'Parallel multiple': 'Paralleles Mehrfach-',
  };
  const words: Record<string, string> = {};
  for (const [english, kind] of Object.entries(kinds)) {
    for (const [place, german] of places) {
      const text = `${english} ${place}`.trim();
      const small = text.charAt(0).toUpperCase() + text.slice(1);
      const large = text.replaceAll(/(^|\s)([a-z])/g, (_, space: string, letter: string) => space + letter.toUpperCase());
      words[small] = german(kind);
      words[large] = german(kind);
      words[`${small} (non-interrupting)`] = `${german(kind)} (nicht unterbrechend)`;
      words[`${large} (Non Interrupting)`] = `${german(kind)} (nicht unterbrechend)`;
    }
  }
  return words;
}
