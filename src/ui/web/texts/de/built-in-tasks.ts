import type { builtInTasks as english } from '../en/built-in-tasks.ts';

/** See src/plugins/builtin. */
export const builtInTasks: typeof english = {
  delay: {
    Delay: 'Verzögerung',
    'Delay in milliseconds': 'Verzögerung in Millisekunden',
    '0 to 3600000': '0 bis 3600000',
  },
  log: {
    Log: 'Protokoll',
    Message: 'Meldung',
    'What the line shows': 'Text der Zeile',
    Level: 'Stufe',
    'debug, info, warn or error': 'debug, info, warn oder error',
  },
  'rest-call': {
    'REST call': 'REST-Aufruf',
    URL: 'URL',
    'Absolute address, http or https': 'Vollständige Adresse mit http oder https',
    Method: 'Methode',
    'GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS, any case':
      'GET, POST, PUT, PATCH, DELETE, HEAD oder OPTIONS, auch klein geschrieben',
    Headers: 'Header',
    'Names and values; null values are skipped': 'Namen und Werte; Werte mit null werden ausgelassen',
    Body: 'Inhalt',
    'Sent as application/json unless a Content-Type header is given':
      'Wird als application/json gesendet, wenn kein Header Content-Type angegeben ist',
    'Success codes': 'Codes für Erfolg',
    'Replaces 200 to 299 when not empty': 'Ersetzt 200 bis 299, wenn nicht leer',
    'Timeout in seconds': 'Zeitlimit in Sekunden',
    '1 to 300, for the whole call with its redirects': '1 bis 300, für den ganzen Aufruf mit Weiterleitungen',
    'Idempotency header': 'Header für Idempotenz',
    'Name of the header with the idempotency key; Idempotency-Key if empty':
      'Name des Headers mit dem Schlüssel für Idempotenz; wenn leer: Idempotency-Key',
  },
  email: {
    'E-mail': 'E-Mail',
    To: 'An',
    'One or more addresses, separated by commas': 'Eine oder mehrere Adressen, durch Kommas getrennt',
    Cc: 'Cc',
    Bcc: 'Bcc',
    Subject: 'Betreff',
    Text: 'Text',
    'Plain text; text or html is required': 'Reiner Text; text oder html ist erforderlich',
    HTML: 'HTML',
    From: 'Von',
    'Absent: the address of the configuration': 'Wenn leer: die Adresse der Konfiguration',
    'Reply to': 'Antwort an',
  },
  'broadcast-signal': {
    'Broadcast signal': 'Signal senden',
    'Signal name': 'Name des Signals',
    Variables: 'Variablen',
    'What the signal carries': 'Variablen des Signals',
  },
  'publish-message': {
    'Publish message': 'Nachricht senden',
    'Message name': 'Name der Nachricht',
    'Correlation key': 'Korrelationsschlüssel',
    'Absent: none': 'Wenn leer: keiner',
    'Business id': 'Geschäfts-ID',
    'For an instance the message starts': 'Für eine Instanz, die die Nachricht startet',
    Variables: 'Variablen',
    'What the message carries': 'Variablen der Nachricht',
    'Must be received': 'Muss empfangen werden',
    'true: fails with code 404 when no instance waits for it':
      'true: schlägt mit Code 404 fehl, wenn keine Instanz darauf wartet',
  },
};
