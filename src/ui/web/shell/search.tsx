import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useEffect, useReducer, useRef, useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { readComparison, shownComparison } from '../components/filter-bar/list-filters.ts';
import { recentVisits } from '../components/recent.ts';
import { type May, useMayOpen } from '../components/use-may.ts';
import { texts } from '../texts/texts.ts';
import { isOpenTo, PAGES } from './page-list.ts';
import { elementActions, resultActions, useElementsOfPage, useFound, useFoundValues, valueActions } from './search-results.ts';
import { takeKeys } from './typed-keys.ts';

/** Delay between the last key press and the requests. */
const WAIT_MS = 200;
/** Duration of the closing animation. */
const CLOSED_MS = 200;

/** Ctrl-K: instances by id, business id, variable or value of a variable; processes by key or name; tasks, decisions, elements and pages by name; actions of the page. */
export function Search() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  // the page behind it may have changed
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const mayOpen = useMayOpen();
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS);
  const found = useFound(asked, mayOpen);
  const values = useFoundValues(asked, mayOpen);
  const elements = useElementsOfPage(text);
  const others = [
    ...comparisonActions(text, navigate),
    ...recentActions(text, navigate),
    ...actsOfPage(text),
    ...elementActions(elements, navigate),
    ...pageActions(text, navigate, mayOpen),
  ];
  // Enter must not open results of an earlier text
  const isCurrent = asked === text.trim();
  const results = isCurrent && !found.isFetching ? resultActions(found, navigate) : [];
  const ofValues = isCurrent && !found.isFetching ? valueActions(asked, values.matches, navigate) : [];
  const answered = found.isFetching ? 0 : values.isFetching ? 1 : 2;
  const field = useRef<HTMLInputElement>(null);
  const addTyped = () => {
    const typed = takeKeys();
    if (typed !== '') setText((before) => before + typed);
  };
  useEffect(() => {
    if (answered > 0) chooseFirst(field.current);
  }, [answered]);
  return (
    <Spotlight
      actions={[...results, ...others, ...ofValues]}
      query={text}
      onQueryChange={setText}
      onSpotlightOpen={drawAgain}
      filter={(_, actions) => actions}
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
      nothingFound={
        found.isFetching || values.isFetching || !isCurrent
          ? texts.search.searching
          : (found.error?.message ?? texts.search.nothing)
      }
      searchProps={{ ref: field, onFocus: addTyped, placeholder: texts.search.placeholder, 'aria-label': texts.shell.search }}
      scrollable
      maxHeight={420}
    />
  );
}

/** The library selects only when the text changes, before the results arrive. */
function chooseFirst(field: HTMLInputElement | null): void {
  const hasChoice = field?.closest('[role=dialog]')?.querySelector('[data-selected]') !== null;
  if (!hasChoice) field?.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }));
}

/** Opens the instances with a variable; [] if the text is not a comparison. */
function comparisonActions(text: string, navigate: NavigateFunction): SpotlightActionGroupData[] {
  const comparison = readComparison(text);
  if (comparison === undefined) return [];
  const to = `/instances?${new URLSearchParams({ variables: comparison })}`;
  const label = texts.search.withVariable(shownComparison(comparison));
  return [{ group: texts.search.instances, actions: [{ id: 'comparison', label, onClick: () => void navigate(to) }] }];
}

/** [] if a text is entered. */
function recentActions(text: string, navigate: NavigateFunction): SpotlightActionGroupData[] {
  const visits = text === '' ? recentVisits().filter(({ to }) => to !== location.pathname) : [];
  if (visits.length === 0) return [];
  const actions = visits.map(({ to, label }) => ({ id: `recent ${to}`, label, onClick: () => void navigate(to) }));
  return [{ group: texts.search.recent, actions }];
}

const ACTS = 'main :is(.page-acts, .instance-acts) :is(button, a[href])';

/** Buttons next to the page title whose label contains the text. */
function actsOfPage(text: string): SpotlightActionGroupData[] {
  const wanted = text.trim().toLowerCase();
  const buttons = [...document.querySelectorAll<HTMLElement>(ACTS)].filter((button) => !button.matches(':disabled'));
  const actions = buttons.flatMap((button, index) => {
    const label = button.textContent?.trim() ?? '';
    if (label === '' || !label.toLowerCase().includes(wanted)) return [];
    // after the search has closed and returned the focus
    return [{ id: `act ${index}`, label, onClick: () => void setTimeout(() => button.click(), CLOSED_MS) }];
  });
  return actions.length === 0 ? [] : [{ group: texts.search.acts, actions }];
}

function pageActions(text: string, navigate: NavigateFunction, mayOpen: May): SpotlightActionGroupData[] {
  const wanted = text.trim().toLowerCase();
  const actions = PAGES.filter((page) => isOpenTo(mayOpen, page) && page.label.toLowerCase().includes(wanted)).map(
    ({ label, to }) => ({
      id: to,
      label,
      onClick: () => void navigate(to),
    }),
  );
  return actions.length === 0 ? [] : [{ group: texts.shell.pages, actions }];
}
