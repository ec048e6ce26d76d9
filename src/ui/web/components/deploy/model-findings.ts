import { useQuery } from '@tanstack/react-query';
import { postService } from '../../api/client.ts';
import { language } from '../../texts/current-language.ts';
import { typeTexts } from '../../texts/element-types.ts';
import { findingSentence } from '../../texts/findings.ts';

/** See docs/contributing/spec/http/definitions.md#validate. */
export interface ValidatedFinding {
  readonly Severity: 'error' | 'warning';
  readonly Rule: string;
  readonly Element?: string;
  readonly Subject?: string;
  readonly Text: string;
  readonly Code?: string;
  readonly Values?: Readonly<Record<string, string>>;
}

export interface FindingWords {
  readonly text: string;
  /** text of the API, because it has no code, or the pages are English */
  readonly isEnglish: boolean;
}

/** A sentence in the chosen language, otherwise the text as a deploy reports it. */
export function wordsOfFinding({ Element, Subject, Text, Code, Values }: ValidatedFinding): FindingWords {
  const sentence = findingSentence(Code, Values);
  if (sentence === undefined) return { text: Element === undefined ? Text : `${Element}: ${Text}`, isEnglish: true };
  return { text: Subject === undefined ? sentence : `${titleOf(Subject)}: ${sentence}`, isEnglish: false };
}

/** `userTask 'a'` as words. */
function titleOf(subject: string): string {
  const [, tag = subject, id] = /^(\S+) '(.*)'$/.exec(subject) ?? [];
  return id === undefined ? typeTexts.typeOf(tag) : `${typeTexts.typeOf(tag)} „${id}“`;
}

/** Findings in the chosen language, read from the deploy check. Undefined: the pages are English, or they cannot be read. */
export function useModelFindings(xml: string | undefined): readonly (ValidatedFinding & FindingWords)[] | undefined {
  const { data } = useQuery({
    queryKey: ['findings of a file', xml],
    queryFn: () => postService<{ readonly Findings: readonly ValidatedFinding[] }>('/Definitions/validate', { BpmnXml: xml }),
    enabled: language !== 'en' && xml !== undefined,
    retry: false,
  });
  return data?.Findings.map((finding) => ({ ...finding, ...wordsOfFinding(finding) }));
}
