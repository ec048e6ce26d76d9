import { expect } from 'chai';
import { SOURCE_FILES, type SourceFile } from './source-files.ts';

/** Words of the style guide that texts and comments avoid. Names in backticks are exempt. */
const BANNED: readonly string[] = [
  '(?:who|whom|whose)ever',
  '(?:some|no|any|every)body',
  'anew',
  'afresh',
  'meanwhile',
  'beside',
  'in (?:its |their )?place of',
  '(?:go|goes|going|went|gone) on',
  'tells?',
  'telling',
  'told',
  'stands?',
  'stood',
  '(?:gives?|gave|given|giving) up',
  '(?:puts?|putting) back',
  '(?:carry|carries|carried|carrying) out',
  'what is (?:new|over)',
  'of (?:ours|theirs)',
  '(?:has|have|had) come',
  '(?<!there )is no(?! longer| more)',
  'any more(?! than)',
  'says?',
  'said',
  'nudg(?:e|es|ed|ing)',
  'in vain',
];
const BANNED_WORD = new RegExp(String.raw`(?<![\w-])(?:${BANNED.join('|')})(?![\w-])`, 'gi');

/** Most banned words in comments by folder. Lower a number when you can; never raise one. Absent: none. */
const MOST_IN_COMMENTS: Readonly<Record<string, number>> = {};
/** Folders whose texts reach clients and operators, with the most banned words in their strings. Lower a number when you can; never raise one. */
const MOST_IN_TEXTS: Readonly<Record<string, number>> = {
  api: 0,
  bpmn: 0,
  engine: 0,
  expressions: 0,
  requests: 0,
  worker: 0,
};
/** A comment, or the content of a string. */
interface Passage {
  readonly kind: 'comment' | 'text';
  readonly line: number;
  readonly text: string;
}

const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|(?<=[(,=:[!&|?{};]\s*|return\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

function passagesOf(code: string): Passage[] {
  return [...code.matchAll(TOKENS)].flatMap(({ index, groups = {} }): Passage[] => {
    const line = code.slice(0, index).split('\n').length;
    if (groups['comment'] !== undefined) return [{ kind: 'comment', line, text: groups['comment'] }];
    return groups['text'] === undefined ? [] : [{ kind: 'text', line, text: groups['text'] }];
  });
}

/** `path:line word` for each banned word. */
function bannedIn(files: readonly SourceFile[], kind: Passage['kind']): string[] {
  return files.flatMap(({ path, text }) =>
    passagesOf(text)
      .filter((passage) => passage.kind === kind)
      .flatMap((passage) => {
        const words = passage.text.replace(kind === 'comment' ? /`[^`\n]*`|\s*\n\s*\*\s*/g : /\$\{[^}]*\}/g, ' ');
        return [...words.matchAll(BANNED_WORD)].map(([word]) => `src/${path}:${passage.line} ${word}`);
      }),
  );
}

/** Code that a command writes from the OpenAPI document. */
const isGenerated = ({ path }: SourceFile) => path.startsWith('client/generated/');
const CLI = SOURCE_FILES.filter(({ path }) => path.startsWith('cli/'));
const UI_TEXTS = SOURCE_FILES.filter(({ path }) => path.startsWith('ui/web/texts/en/'));

describe('plain words', () => {
  const folders = new Set(SOURCE_FILES.map(({ folder }) => folder));
  for (const folder of folders)
    it(`are used in the comments of src/${folder}`, () => {
      const found = bannedIn(
        SOURCE_FILES.filter((file) => file.folder === folder && !isGenerated(file)),
        'comment',
      );
      const most = MOST_IN_COMMENTS[folder] ?? 0;
      expect(found.length <= most, `${found.length} banned words, at most ${most}:\n${found.slice(-20).join('\n')}`).to.equal(
        true,
      );
    });

  for (const [folder, most] of Object.entries(MOST_IN_TEXTS))
    it(`are used in the texts of src/${folder}`, () => {
      const found = bannedIn(
        SOURCE_FILES.filter((file) => file.folder === folder),
        'text',
      );
      expect(found.length <= most, `${found.length} banned words, at most ${most}:\n${found.join('\n')}`).to.equal(true);
    });

  it('are used in the texts of the pages', () => expect(bannedIn(UI_TEXTS, 'text')).to.deep.equal([]));
  it('are used in help and messages of the command line', () => expect(bannedIn(CLI, 'text')).to.deep.equal([]));
});

describe('the search for banned words', () => {
  it('reads comments and strings, but neither code nor names in backticks', () => {
    const code = "/** It goes on.\n * `nobody` is a name. */\nconst says = 'put back'; // no more\nconst r = /meanwhile/;\n";
    const file: SourceFile = { path: 'a/b.ts', folder: 'a', text: code, imports: [], runtimeImports: [] };
    expect(bannedIn([file], 'comment')).to.deep.equal(['src/a/b.ts:1 goes on']);
    expect(bannedIn([file], 'text')).to.deep.equal(['src/a/b.ts:3 put back']);
  });
});
