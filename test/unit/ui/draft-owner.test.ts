import { expect } from 'chai';
import { dropDraftsOfOthers, setDraftOwner } from '../../../src/ui/web/api/draft-owner.ts';
import * as decisions from '../../../src/ui/web/pages/decision-editor/drafts.ts';
import * as models from '../../../src/ui/web/pages/modeler/drafts.ts';
import { keepTaskDraft } from '../../../src/ui/web/pages/user-tasks/panes/task-drafts.ts';

declare global {
  // the type check of the tests does not have the names of a browser
  var localStorage: MemoryStorage;
}

/** The storage of a browser, as far as drafts use it. */
class MemoryStorage {
  [name: string]: unknown;
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(this[name]) : null;
  }
  setItem(name: string, text: string): void {
    this[name] = text;
  }
  removeItem(name: string): void {
    delete this[name];
  }
}

const userOf = (userId: string | null, name = 'Ada') => ({ userId, name, groups: [] });
const origin = { kind: 'new', key: 'order' } as const;
const draftOf = (xml: string) => ({ id: models.draftIdOf(origin), origin, xml, isUnsaved: true, changedAt: 1 });

describe('the owner of drafts in a browser (docs/contributing/spec/pages.md#drafts-of-users)', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  beforeEach(() => {
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: new MemoryStorage() });
    setDraftOwner(null);
  });
  after(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
    else Object.defineProperty(globalThis, 'localStorage', before);
  });

  it('sees no draft of another user when two users share a browser', () => {
    for (const user of [userOf('ada'), userOf('ada@example'), userOf(null, 'a:da')]) {
      setDraftOwner(user);
      expect([models.listDrafts(), decisions.listDrafts()], user.userId ?? user.name).to.deep.equal([[], []]);
      models.keepDraft(draftOf(`<of-${user.userId}/>`), null);
      decisions.keepDraft('fee v1', `<fee-of-${user.userId}/>`);
    }
    setDraftOwner(userOf('ada'));
    expect(models.listDrafts().map(({ xml }) => xml)).to.deep.equal(['<of-ada/>']);
    expect(decisions.readDraft('fee v1')).to.equal('<fee-of-ada/>');
  });

  it('gets the drafts that have no user when sign-in is turned on', () => {
    models.keepDraft(draftOf('<early/>'), null);
    setDraftOwner(userOf('ada'));
    expect(models.listDrafts().map(({ xml }) => xml)).to.deep.equal(['<early/>']);
    setDraftOwner(userOf('bob'));
    expect(models.listDrafts()).to.deep.equal([]);
  });

  it('keeps own drafts and removes those of others when the user signs out', () => {
    const taskDraft = { texts: { amount: '7' }, further: '', changedAt: 1 };
    for (const userId of ['ada', 'bob', 'x ada']) {
      setDraftOwner(userOf(userId));
      models.keepDraft(draftOf('<m/>'), null);
      decisions.keepDraft('fee v1', '<d/>');
      keepTaskDraft(userId, 'task-1', taskDraft);
    }
    localStorage.setItem('appearance', '{}');
    setDraftOwner(userOf('ada'));
    dropDraftsOfOthers();
    expect(Object.keys(localStorage).sort()).to.deep.equal([
      'appearance',
      'decision-draft@ada:fee v1',
      'modeler-draft@ada:new order',
      'task-draft:task-1 ada',
    ]);
  });
});
