import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
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
  optionsFor,
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
  const options = optionsFor(text, filters, useSuggested(text, filters, isOpen));
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
    const free = optionsFor(text, filters, []).find(({ value }) => value !== undefined);
    if (text.trim() === '') return;
    if (free !== undefined) choose(free);
    else setFault(words.comparison);
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

/** Matching values from the service; [] until loaded. */
function useSuggested(text: string, filters: readonly ListFilter[], isOpen: boolean): readonly string[] {
  const [asked] = useDebouncedValue(text, WAIT_MS);
  const entry = readEntry(asked, filters);
  const filter = entry?.filter ?? filters.find(({ kind }) => kind === 'variables');
  const suggest = filter?.suggest;
  const value = filter?.kind === 'variables' ? asked : (entry?.value ?? '');
  const { data } = useQuery({
    queryKey: ['suggestions', filter?.name, value],
    queryFn: () => suggest?.(value) ?? [],
    enabled: suggest !== undefined && isOpen,
  });
  return suggest === undefined || asked !== text ? [] : (data ?? []);
}
