import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { textsOf, textsValue } from '../filter-text.ts';
import type { useUrlFilters } from '../use-url-filters.ts';
import './filter-bar.css';
import {
  addressValue,
  type FilterEntry,
  type FilterOption,
  type ListFilter,
  MOST_FILTERS,
  optionOfBareText,
  optionOfVariable,
  optionsFor,
  partsOfComparison,
  readEntry,
  shownComparison,
  shownValue,
} from './list-filters.ts';

const words = texts.filters;
/** Delay after the last key press until suggestions are read. */
const WAIT_MS = 200;

type UrlFilters = Pick<ReturnType<typeof useUrlFilters>, 'get' | 'set'>;

/** One field with chips (docs/contributing/spec/pages.md#filter-bar). */
export function FilterBar({ filters, get, set }: UrlFilters & { readonly filters: readonly ListFilter[] }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const chips = chipsOf(filters, get);
  const clear = () => set(Object.fromEntries(filters.map(({ name }) => [name, undefined])));
  const remove = ({ filter, rest }: Chip) => {
    set({ [filter.name]: rest });
    field.current?.focus();
  };
  const edit = (chip: Chip) => {
    remove(chip);
    setText(chip.text);
  };
  return (
    <fieldset className="filter-bar" aria-label={words.title}>
      {chips.map((chip) => (
        <span key={`${chip.filter.name} ${chip.text}`} className="filter-chip">
          <button type="button" title={words.edit} onClick={() => edit(chip)}>
            {chip.text}
          </button>
          <button type="button" aria-label={words.remove(chip.text)} onClick={() => remove(chip)}>
            ✕
          </button>
        </span>
      ))}
      <FilterField
        {...{ field, filters, text, setText }}
        onEntry={(entry) => {
          const { name } = entry.filter;
          const { value, fault } = addressValue(entry, get(name));
          if (value === undefined) return fault;
          const after = chipsOf(filters, (other) => (other === name ? value : get(other))).length;
          if (after > MOST_FILTERS && after > chips.length) return words.tooMany(MOST_FILTERS);
          set({ [name]: value });
          return undefined;
        }}
        onBack={() => chips.at(-1) !== undefined && edit(chips.at(-1) as Chip)}
      />
      {chips.length > 0 && (
        <Button variant="subtle" size="xs" onClick={clear}>
          {texts.shared.clear}
        </Button>
      )}
      {chips.length >= MOST_FILTERS && (
        <Text size="sm" role="status">
          {words.full(chips.length, MOST_FILTERS)}
        </Text>
      )}
    </fieldset>
  );
}

/** Note about address parameters that filter nothing. */
export function UnknownFilters({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Text size="sm" role="status" className="any-text">
      {words.unknown(names.join(', '))}
    </Text>
  );
}

/** `rest`: address parameter without this filter; undefined: none. */
interface Chip {
  readonly filter: ListFilter;
  readonly text: string;
  readonly rest: string | undefined;
}

function chipsOf(filters: readonly ListFilter[], get: UrlFilters['get']): readonly Chip[] {
  return filters.flatMap((filter): readonly Chip[] => {
    const value = get(filter.name);
    if (value === '') return [];
    if (filter.kind === 'texts') {
      const all = textsOf(value);
      return all.map((text) => ({
        filter,
        text: `${filter.label}: ${text}`,
        rest: textsValue(all.filter((other) => other !== text)),
      }));
    }
    if (filter.kind !== 'variables') {
      return [{ filter, text: `${filter.label}: ${shownValue(filter, value)}`, rest: undefined }];
    }
    const lines = value.split('\n');
    return lines.map((line) => ({
      filter,
      text: shownComparison(line),
      rest: lines.filter((other) => other !== line).join('\n'),
    }));
  });
}

interface FilterFieldProps {
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly filters: readonly ListFilter[];
  readonly text: string;
  readonly setText: (text: string) => void;
  /** returns why the entry is invalid, or undefined */
  readonly onEntry: (entry: FilterEntry) => string | undefined;
  /** Backspace in the empty field */
  readonly onBack: () => void;
}

function FilterField(props: FilterFieldProps) {
  const { field, filters, text } = props;
  const id = useId();
  const { shown, at, fault, write, choose, press, setOpen } = useFilterField(props);
  return (
    <div className="filter-field">
      <input
        ref={field}
        role="combobox"
        aria-label={words.field}
        aria-expanded={shown.length > 0}
        {...(shown.length > 0 && { 'aria-controls': `${id}-options` })}
        aria-autocomplete="list"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
        {...(shown[at] !== undefined && { 'aria-activedescendant': `${id}-${at}` })}
        placeholder={words.placeholder(
          filters
            .slice(0, 3)
            .map(({ label }) => label)
            .join(', '),
        )}
        autoComplete="off"
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={press}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      {shown.length > 0 && <Suggestions id={id} options={shown} at={at} onChoose={choose} />}
      <div id={`${id}-fault`} role="alert" className="filter-fault">
        {fault}
      </div>
    </div>
  );
}

function Suggestions(props: {
  readonly id: string;
  readonly options: readonly FilterOption[];
  /** index of the marked suggestion */
  readonly at: number;
  readonly onChoose: (option: FilterOption) => void;
}) {
  const { id, options, at, onChoose } = props;
  return (
    <div id={`${id}-options`} role="listbox" aria-label={words.suggestions}>
      {options.map((option, index) => (
        <div
          key={option.label}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => {
            event.preventDefault(); // the field keeps the focus
            onChoose(option);
          }}
        >
          {option.label}
        </div>
      ))}
    </div>
  );
}

/** Suggestions and key handlers. */
function useFilterField({ field, filters, text, setText, onEntry, onBack }: FilterFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [fault, setFault] = useState<string>();
  const { suggested, completed } = useSuggested(text, filters, isOpen);
  const options = optionsFor(text, filters, suggested, completed);
  const findVariable = useVariableOfText(field, filters);
  const shown = isOpen ? options : [];
  const write = (next: string, opens = true) => {
    setText(next);
    setAt(-1);
    setFault(undefined);
    setOpen(opens);
  };
  const apply = (entry: FilterEntry) => {
    const problem = onEntry(entry);
    if (problem === undefined) write('', false);
    else setFault(problem);
  };
  const choose = ({ filter, value, text: continued }: FilterOption) => {
    if (value !== undefined) apply({ filter, value });
    else write(continued ?? (filter.kind === 'variables' ? '' : `${filter.label}: `));
    field.current?.focus();
  };
  const enter = () => {
    const chosen = shown[at];
    if (chosen !== undefined) return choose(chosen);
    const entry = readEntry(text, filters);
    if (entry !== undefined) return apply(entry);
    if (text.trim() === '') return;
    void findVariable(text, optionOfBareText(text, filters)).then((found) => {
      if (found === 'outdated') return;
      if (found === undefined) setFault(words.comparison);
      else choose(found);
    });
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (isOpen ? setAt(Math.min(at + 1, options.length - 1)) : setOpen(true)),
    ArrowUp: () => setAt(Math.max(at - 1, -1)),
    Enter: enter,
    Escape: () => write(isOpen ? text : '', false),
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') {
      event.preventDefault(); // would delete the last character of the restored text
      onBack();
    }
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]?.();
  };
  return { shown, at, fault, write, choose, press, setOpen };
}

/** Values of a filter that match a text, and of filters that complete a text without a name. */
interface Suggested {
  readonly suggested: readonly string[];
  readonly completed: readonly FilterEntry[];
}

const NOTHING: Suggested = { suggested: [], completed: [] };

function suggestionsQuery(text: string, filters: readonly ListFilter[]) {
  const entry = readEntry(text, filters);
  const filter = entry?.filter ?? filters.find(({ kind }) => kind === 'variables');
  const value = filter?.kind === 'variables' ? text : (entry?.value ?? '');
  const isBare = entry === undefined && text.trim() !== '' && partsOfComparison(text) === undefined;
  const completing = isBare ? filters.filter(({ completesBareText, suggest }) => completesBareText && suggest !== undefined) : [];
  return {
    queryKey: ['suggestions', filter?.name, filter?.suggestsFor, value, isBare && text, ...completing.map(({ name }) => name)],
    queryFn: async (): Promise<Suggested> => {
      const [suggested, ...completed] = await Promise.all([
        filter?.suggest?.(value) ?? [],
        ...completing.map(
          async (each) => (await each.suggest?.(text.trim()))?.map((one) => ({ filter: each, value: one })) ?? [],
        ),
      ]);
      const rest = completed.flat().slice(0, MOST_COMPLETED);
      const values = isBare ? suggested.filter((line) => !line.endsWith(' ')) : [];
      if (filter === undefined || values.length === 0 || (await suggestedIds(text, filters)).length === 0)
        return { suggested, completed: rest };
      // a business id is meant first
      const names = suggested.filter((line) => line.endsWith(' '));
      return { suggested: names, completed: [...rest, ...values.map((line) => ({ filter, value: line }))] };
    },
    enabled: filter?.suggest !== undefined || completing.length > 0,
  };
}

const MOST_COMPLETED = 3;

/** Matching values from the service; none until loaded. */
function useSuggested(text: string, filters: readonly ListFilter[], isOpen: boolean): Suggested {
  const [asked] = useDebouncedValue(text, WAIT_MS);
  const query = suggestionsQuery(asked, filters);
  const { data } = useQuery({ ...query, enabled: query.enabled && isOpen });
  return !query.enabled || asked !== text ? NOTHING : (data ?? NOTHING);
}

/**
 * Returns what Enter does with a text without a name: continue with the variable of this name; the variable with this value, if no business id contains the
 * text; otherwise `free`. `outdated`: the text has changed while the names were read.
 */
function useVariableOfText({ current }: React.RefObject<HTMLInputElement | null>, filters: readonly ListFilter[]) {
  const queries = useQueryClient();
  return async (text: string, free: FilterOption | undefined) => {
    const isText = free === undefined || free.filter.choices === undefined;
    if (
      !isText ||
      partsOfComparison(text) !== undefined ||
      !filters.some(({ kind, suggest }) => kind === 'variables' && suggest !== undefined)
    )
      return free;
    const { suggested } = await queries.fetchQuery(suggestionsQuery(text, filters)).catch(() => NOTHING);
    const named = optionOfVariable(text, filters, suggested);
    const valued = optionsFor(text, filters, suggested).find(
      ({ filter, value }) => filter.kind === 'variables' && value !== undefined,
    );
    if (current !== null && current.value !== text) return 'outdated';
    return named ?? valued ?? free;
  };
}

async function suggestedIds(text: string, filters: readonly ListFilter[]): Promise<readonly string[]> {
  const ids = filters.find(({ name }) => name === 'businessId');
  return (await ids?.suggest?.(text.trim()).catch(() => [])) ?? [];
}
