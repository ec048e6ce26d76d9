import { type ReadScript, readScript, type TextRules } from '../expressions/deploy.ts';

export type ScriptReader = (source: string, format: string | undefined, resultVariable: string | undefined) => ReadScript;

/** Caches each source per format: many elements may share a script. */
export function scriptReader(rules: TextRules): ScriptReader {
  const readings = new Map<string, Map<string, ReadScript>>();
  return (source, format, resultVariable) => {
    const ofSource = readings.get(source) ?? new Map<string, ReadScript>();
    readings.set(source, ofSource);
    const language = (format ?? '').trim().toLowerCase();
    const reading = ofSource.get(language) ?? readScript(source, format, undefined, rules);
    ofSource.set(language, reading);
    return reading.ok && resultVariable !== undefined ? { ...reading, script: { ...reading.script, resultVariable } } : reading;
  };
}
