/** Help and messages of the libraries of the modeler, by their English text. A text that ends with a space is followed by an example or a link. */
export const drawingHelp: Readonly<Record<string, string>> = {
  // timers
  'A specific point in time defined as ISO 8601 combined date and time representation.':
    'Ein Zeitpunkt mit Datum und Uhrzeit nach ISO 8601.',
  'UTC time': 'Zeit in UTC',
  'UTC plus 2 hours zone offset': 'UTC plus 2 Stunden',
  'Documentation: Timer events': 'Dokumentation: Timer-Ereignisse',
  'A cycle defined as ISO 8601 repeating intervals format.': 'Eine Wiederholung nach ISO 8601.',
  'A cycle defined as ISO 8601 repeating intervals format, or a cron expression.':
    'Eine Wiederholung nach ISO 8601 oder ein Cron-Ausdruck.',
  'every 10 seconds, up to 5 times': 'alle 10 Sekunden, höchstens 5-mal',
  'every day, infinitely': 'jeden Tag, ohne Ende',
  'every hour on the hour from 9-5 p.m. UTC Monday-Friday': 'montags bis freitags zu jeder vollen Stunde von 9 bis 17 Uhr UTC',
  'A time duration defined as ISO 8601 durations format.': 'Eine Dauer nach ISO 8601.',
  '15 seconds': '15 Sekunden',
  '1 hour and 30 minutes': '1 Stunde und 30 Minuten',
  '14 days': '14 Tage',
  'Timer documentation': 'Dokumentation der Timer',
  'How to configure a timer': 'Einen Timer einstellen',
  // conditions
  'List of process variable names that trigger the condition evaluation.':
    'Namen der Prozessvariablen, deren Änderung die Bedingung auswertet.',
  'Variable events that trigger the condition evaluation.\n\nIf none selected, all variable events will trigger the condition evaluation.':
    'Änderungen von Variablen, nach denen die Bedingung ausgewertet wird.\n\nOhne Auswahl sind es alle.',
  'Define a boolean condition expression that defines when this flow is taken. ':
    'Geben Sie einen Ausdruck an. Der Fluss wird durchlaufen, wenn er wahr ist. ',
  'Learn how to define conditions.': 'Bedingungen festlegen',
  'Learn more.': 'Mehr erfahren',
  // variables
  'If turned on, all variables from the parent process instance will be propagated to the child process instance.':
    'Ist dies eingeschaltet, erhält die aufgerufene Instanz alle Variablen der aufrufenden.',
  'Otherwise, only variables defined via input mappings will be propagated.':
    'Andernfalls erhält sie nur die zugeordneten Eingaben.',
  'If turned on, all variables from the child process instance will be propagated to the parent process instance.':
    'Ist dies eingeschaltet, übernimmt die aufrufende Instanz alle Variablen der aufgerufenen.',
  'Otherwise, only variables defined via output mappings will be propagated.':
    'Andernfalls übernimmt sie nur die zugeordneten Ausgaben.',
  'Add input mappings to control what is passed to the activity as local variables. ':
    'Eingaben legen fest, welche lokalen Variablen die Aktivität erhält. ',
  'Input mappings documentation': 'Dokumentation der Eingaben',
  'Add output mappings to control which variables are merged back into the process scope. ':
    'Ausgaben legen fest, welche Variablen der Prozess übernimmt. ',
  'Output mappings documentation': 'Dokumentation der Ausgaben',
  // tasks
  'Define who the task is assigned to. One or all of the following attributes can be specified simultaneously. ':
    'Geben Sie an, wer die Aufgabe bearbeitet. Sie können mehrere der Felder ausfüllen. ',
  'User task documentation': 'Dokumentation der Benutzeraufgaben',
  'Evaluate a business rule, for example a DMN decision. To add a custom implementation, use a job worker. ':
    'Wertet eine Geschäftsregel aus, zum Beispiel eine DMN-Entscheidung. Für eine eigene Implementierung wählen Sie einen Job-Worker. ',
  'Business rule task documentation': 'Dokumentation der Geschäftsregelaufgaben',
  'Implement a script task using an inline FEEL expression. To add a custom implementation, use a job worker. ':
    'Führt einen FEEL-Ausdruck des Modells aus. Für eine eigene Implementierung wählen Sie einen Job-Worker. ',
  'Script task documentation': 'Dokumentation der Skriptaufgaben',
  'Implement a user task managed by Camunda. To add a custom implementation, use a job worker. ':
    'Die Engine verwaltet die Benutzeraufgabe. Für eine eigene Implementierung wählen Sie einen Job-Worker. ',
  'Link a form created with the Camunda Forms editor. To associate a custom form, application, or URL to the user task, specify an external reference. ':
    'Verknüpft ein Camunda-Formular. Für ein eigenes Formular, eine Anwendung oder eine URL geben Sie einen externen Verweis an. ',
  'Link or embed a form created with the Camunda Forms editor. To associate a custom form, application, or URL to the user task, specify a form key. ':
    'Verknüpft ein Camunda-Formular oder bettet es ein. Für ein eigenes Formular, eine Anwendung oder eine URL geben Sie einen Formularschlüssel an. ',
  'User task form documentation': 'Dokumentation der Formulare',
  'Define the decision to evaluate and how to map back the evaluation result. ':
    'Geben Sie die Entscheidung an, und wohin ihr Ergebnis geschrieben wird. ',
  'Send task documentation': 'Dokumentation der Sendeaufgaben',
  'Configure the message that the task waits for. ': 'Die Nachricht, auf die die Aufgabe wartet. ',
  'Receive task message documentation': 'Dokumentation der Empfangsaufgaben',
  'Configure the message that will start this process instance. ': 'Die Nachricht, die eine Instanz startet. ',
  'Message start event documentation': 'Dokumentation der Nachrichten-Startereignisse',
  'Configure the message that this event waits for. ': 'Die Nachricht, auf die das Ereignis wartet. ',
  'Message catch event documentation': 'Dokumentation der eintretenden Nachrichtenereignisse',
  'Configure the message that will trigger this boundary event. ': 'Die Nachricht, die das Grenzereignis auslöst. ',
  'Message boundary event documentation': 'Dokumentation der Nachrichten-Grenzereignisse',
  'Define the ID of the process to call (e.g. ': 'Geben Sie die ID des aufgerufenen Prozesses an (z. B. ',
  ' or ': ' oder ',
  'Call activity documentation': 'Dokumentation der Aufrufaktivitäten',
  'Specify which job workers handle the task work to execute a service (e.g. ':
    'Geben Sie an, welche Job-Worker den Dienst ausführen (z. B. ',
  'Service task documentation': 'Dokumentation der Serviceaufgaben',
  'Specify which job workers handle the task work to evaluate business rules. ':
    'Geben Sie an, welche Job-Worker die Geschäftsregeln auswerten. ',
  'Specify which job workers handle the task work to execute a script. ':
    'Geben Sie an, welche Job-Worker das Skript ausführen. ',
  'Specify which job workers handle the task work to send a message (e.g. ':
    'Geben Sie an, welche Job-Worker die Nachricht senden (z. B. ',
  'Specify which job workers handle the event work. ': 'Geben Sie an, welche Job-Worker das Ereignis bearbeiten. ',
  'Message throw event documentation': 'Dokumentation der auslösenden Nachrichtenereignisse',
  'Execute this task for each element of a given collection. ': 'Führt die Aufgabe für jeden Eintrag einer Liste aus. ',
  'Define an input collection expression that defines the collection to iterate over (e.g. ':
    'Geben Sie die Liste als Ausdruck an (z. B. ',
  'To collect the output define the output collection and the output element expressions. ':
    'Um die Ausgaben zu sammeln, geben Sie die Liste und den Ausdruck der Ausgaben an. ',
  'Multi instance documentation': 'Dokumentation der Mehrfachinstanzen',
  'Define an error code (e.g. ': 'Geben Sie einen Fehlercode an (z. B. ',
  'Error event documentation': 'Dokumentation der Fehlerereignisse',
  'The number of times the engine tries executing this activity if a worker signals a failure. The default is three.':
    'So oft wird die Aktivität versucht, wenn ein Worker einen Fehler meldet. Ohne Angabe dreimal.',
  'Latest binding': 'Neueste',
  'Uses the most recent deployed resource.': ': die zuletzt bereitgestellte Version.',
  'Deployment binding': 'Bereitstellung',
  'Uses the resource found in the same deployment.': ': die Version derselben Bereitstellung.',
  'Version tag binding': 'Versions-Tag',
  'Uses the most recent deployed resource with the given version tag.':
    ': die zuletzt bereitgestellte Version mit diesem Versions-Tag.',
  'Version tag by which this process can be referenced.': 'Versions-Tag, mit dem auf diesen Prozess verwiesen werden kann.',
  'Version tag by which the called process will be referenced.': 'Versions-Tag des aufgerufenen Prozesses.',
  'Version tag by which the called decision will be referenced.': 'Versions-Tag der aufgerufenen Entscheidung.',
  'Version tag by which the linked form will be referenced.': 'Versions-Tag des verknüpften Formulars.',
  'Specifies the priority of a user task. Must be an integer between 0 and 100. If no value is provided, the default value is 50. ':
    'Priorität der Benutzeraufgabe, eine ganze Zahl von 0 bis 100. Ohne Angabe 50. ',
  'User task priority documentation': 'Dokumentation der Prioritäten',
  'Define the completion behavior of an ad-hoc subprocess. If no completion condition is set, it will be completed after all active elements have been completed. ':
    'Geben Sie an, wann der Ad-hoc-Teilprozess endet. Ohne Abschlussbedingung endet er, wenn alle aktiven Elemente abgeschlossen sind. ',
  'Ad-hoc subprocess documentation': 'Dokumentation der Ad-hoc-Teilprozesse',
  'Define a collection of elements which will be activated when the ad-hoc subprocess is reached. ':
    'Liste der Elemente, mit denen der Ad-hoc-Teilprozess beginnt. ',
  'Identifier computed from the process context that is used to correlate an incoming message (e.g. ':
    'Ausdruck über Variablen des Prozesses, der mit dem Schlüssel der Nachricht verglichen wird (z. B. ',
  'Subscription correlation key documentation': 'Dokumentation der Korrelationsschlüssel',
  'Number of days before this resource is being cleaned up. If specified, takes precedence over the engine configuration.':
    'Anzahl der Tage, nach denen dies gelöscht wird. Gilt vor der Einstellung der Engine.',
  // parts of the panel
  'Open documentation': 'Dokumentation öffnen',
  'Toggle section': 'Abschnitt auf- oder zuklappen',
  'Section contains an error': 'Der Abschnitt enthält einen Fehler',
  'Section contains edits': 'Der Abschnitt enthält Angaben',
  'Toggle list item': 'Eintrag auf- oder zuklappen',
  'List contains {numOfItems} item': 'Die Liste hat {numOfItems} Eintrag',
  'List contains {numOfItems} items': 'Die Liste hat {numOfItems} Einträge',
  'JSON contains errors': 'Das JSON enthält Fehler',
  'Open pop-up editor': 'In eigenem Fenster bearbeiten',
  'Opened in editor': 'In eigenem Fenster geöffnet',
  'FEEL expression is mandatory': 'Ein FEEL-Ausdruck ist erforderlich',
  'Click to set a dynamic value with FEEL expression': 'Wert als FEEL-Ausdruck angeben',
  'Click to remove dynamic value with FEEL expression': 'Festen Wert statt eines FEEL-Ausdrucks angeben',
  'Unparsable FEEL expression.': 'Der FEEL-Ausdruck ist ungültig.',
  // drawing
  'Align elements': 'Elemente ausrichten',
  'Align elements left': 'Links ausrichten',
  'Align elements center': 'Waagerecht zentrieren',
  'Align elements right': 'Rechts ausrichten',
  'Align elements top': 'Oben ausrichten',
  'Align elements middle': 'Senkrecht zentrieren',
  'Align elements bottom': 'Unten ausrichten',
  'Distribute elements horizontally': 'Waagerecht verteilen',
  'Distribute elements vertically': 'Senkrecht verteilen',
  'Open {element}': '{element} öffnen',
  'flow elements must be children of pools/participants': 'Elemente des Ablaufs müssen in einem Pool liegen',
  'Data object must be placed within a pool/participant.': 'Ein Datenobjekt muss in einem Pool liegen.',
};
