import { cutText } from '../../../platform/cut-text.ts';
import {
  type GivenPlace,
  MOST_EXAMPLE,
  MOST_EXAMPLES,
  MOST_EXCLUDED_LENGTH,
  MOST_GIVEN,
  MOST_LENGTH,
  MOST_MESSAGES,
} from '../../../queries/operator/failure-groups.ts';
import type { FailureGroupsView, FailureGroupView, GroupsView, HomeView } from '../../wire/home.ts';
import { addedFailures, joinedFailures, MOST_GROUPS } from './view-rules.ts';

/** Parameter of a second read of the home page: the groups of these places. */
export interface WantedGroups {
  readonly since: string;
  readonly incidents: readonly GivenPlace[];
  readonly failed: readonly GivenPlace[];
}

/**
 * Places that the shards may have grouped by different messages, because each chooses its most frequent ones. Undefined: the joined groups are exact.
 * @param joined of all shards, and `views`: before
 */
export function wantedGroups(joined: HomeView, views: readonly HomeView[]): WantedGroups | undefined {
  const isUncertain = (of: (view: HomeView) => GroupsView<FailureGroupView>) =>
    views.some((view) => of(view).more > 0 || of(view).groups.some(({ message }) => message === null)) ||
    placesOf(of(joined)).some(({ messages }) => messages.length > MOST_MESSAGES);
  const [incidents, failed] = [isUncertain((view) => view.incidents), isUncertain((view) => view.failed)];
  if (!incidents && !failed) return undefined;
  return {
    since: joined.failedSince,
    incidents: incidents ? placesOf(joined.incidents).map(candidates) : [],
    failed: failed ? placesOf(joined.failed).map(candidates) : [],
  };
}

interface CountedPlace extends Omit<GivenPlace, 'messages'> {
  readonly messages: readonly FailureGroupView[];
  /** failures with other messages; undefined: none */
  readonly others: FailureGroupView | undefined;
}

function placesOf({ groups }: GroupsView<FailureGroupView>): readonly CountedPlace[] {
  const byName = new Map<string, FailureGroupView[]>();
  for (const group of groups) {
    const name = JSON.stringify([group.key, group.activityId, group.code]);
    byName.set(name, [...(byName.get(name) ?? []), group]);
  }
  return [...byName.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { key, activityId: element, code } = first;
    const messages = all.filter(({ message }) => message !== null);
    return [{ key, element, code, messages, others: all.find(({ message }) => message === null) }];
  });
}

const isShort = ({ message }: FailureGroupView) => (message?.length ?? 0) <= MOST_EXCLUDED_LENGTH;
const byCount = (a: FailureGroupView, b: FailureGroupView) =>
  b.count - a.count || ((a.message ?? '') < (b.message ?? '') ? -1 : 1);

/** Messages that can become groups: a shard can have counted one of them among the others. */
function candidates({ messages, others, ...place }: CountedPlace): GivenPlace {
  const areFew = others === undefined && messages.length <= MOST_MESSAGES;
  const own = areFew ? messages : messages.filter(isShort).sort(byCount).slice(0, MOST_GIVEN);
  return { ...place, messages: own.flatMap(({ message }) => message ?? []) };
}

/** The rules of one database (docs/contributing/spec/pages.md#groups-of-failures), on the sums of all: less frequent messages join the others. */
function regrouped({ messages, others }: CountedPlace): readonly FailureGroupView[] {
  if (others === undefined && messages.length <= MOST_MESSAGES) return messages;
  const own = messages
    .filter((group) => group.count > 1 && isShort(group))
    .sort(byCount)
    .slice(0, MOST_MESSAGES);
  const rest = messages.filter((group) => !own.includes(group));
  const [first, ...more] = others === undefined ? rest : [others, ...rest];
  if (first === undefined) return own;
  const joining = new Set(rest.map(({ message }) => message));
  const one = more.reduce(withMessage, { ...first, message: null, examples: examplesOf(first) });
  const excluded = new Set([...ownMessages(own), ...one.excluded.filter((text) => !joining.has(text))]);
  return [...own, named({ ...one, excluded: [...excluded].sort() })];
}

const ownMessages = (groups: readonly FailureGroupView[]) => groups.flatMap(({ message }) => message ?? []);
const examplesOf = ({ message, examples }: FailureGroupView) => (message === null ? examples : [cutText(message, MOST_EXAMPLE)]);

function withMessage(others: FailureGroupView, one: FailureGroupView): FailureGroupView {
  const sum = addedFailures(others, one);
  const examples = [...new Set([...others.examples, ...examplesOf(one)])].slice(0, MOST_EXAMPLES);
  return { ...sum, message: null, examples, messages: others.messages + one.messages };
}

/** Replaces the groups that were read again. `answers`: of all shards. */
export function withGroups(joined: HomeView, wanted: WantedGroups, answers: readonly FailureGroupsView[]): HomeView {
  const replaced = (kind: 'incidents' | 'failed') => {
    const before = joined[kind];
    if (wanted[kind].length === 0) return before;
    const { groups } = joinedFailures(answers.map((answer) => ({ ...answer[kind], more: 0 })));
    const all = placesOf({ ...before, groups })
      .flatMap(regrouped)
      .sort((a, b) => b.count - a.count);
    const shown = all.slice(0, MOST_GROUPS);
    return { ...before, groups: shown, more: Math.max(before.more, all.length - shown.length) };
  };
  return { ...joined, incidents: replaced('incidents'), failed: replaced('failed') };
}

/** A group of others with one message has this message, if a filter can express it. */
function named(group: FailureGroupView): FailureGroupView {
  const { message, messages, latestMessage } = group;
  if (message !== null || messages !== 1 || latestMessage === null) return group;
  const isExpressible = latestMessage.length <= MOST_LENGTH && latestMessage.trim() === latestMessage && latestMessage !== '';
  return isExpressible ? { ...group, message: latestMessage, examples: [], excluded: [], isExactList: true } : group;
}
