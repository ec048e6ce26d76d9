import type { ReactNode } from 'react';
import { decisionsTexts } from '../../texts/decisions.ts';
import { number, timeParts } from '../../texts/numbers.ts';
import { formatTime, orDash } from '../format.ts';
import { wordsOfName } from '../words-of-name.ts';

/** Deeper values are JSON. */
const DEPTH = 4;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Text without quotes, formatted numbers and times, lists; objects as a list with labels. */
export function ReadableValue({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }): ReactNode {
  if (typeof value !== 'object' || value === null) return plainText(value);
  if (depth >= DEPTH) return <code>{JSON.stringify(value)}</code>;
  if (Array.isArray(value)) return <Items of={value} depth={depth} />;
  const members = Object.entries(value);
  if (members.length === 0) return orDash(null);
  return (
    <dl className="readable-members">
      {members.map(([name, member]) => (
        <div key={name}>
          <dt>{wordsOfName(name)}</dt>
          <dd>
            <ReadableValue value={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Items({ of, depth }: { readonly of: readonly unknown[]; readonly depth: number }) {
  if (of.length === 0) return orDash(null);
  if (of.every((item) => typeof item !== 'object' || item === null)) return of.map(plainText).join(', ');
  return (
    <ol className="readable-items">
      {of.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list of values has no other identity
        <li key={index}>
          <ReadableValue value={item} depth={depth + 1} />
        </li>
      ))}
    </ol>
  );
}

/** Text of a value that is neither a list nor an object. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return orDash(null);
  if (typeof value === 'boolean') return value ? decisionsTexts.decided.yes : decisionsTexts.decided.no;
  if (typeof value === 'number') return Number.isSafeInteger(value) && Math.abs(value) < 10_000 ? String(value) : number(value);
  const text = String(value);
  if (DATE.test(text) && !Number.isNaN(Date.parse(text))) return timeParts(`${text}T00:00:00`)[0];
  return TIME.test(text) && !Number.isNaN(Date.parse(text)) ? formatTime(text) : text;
}
