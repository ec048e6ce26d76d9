import { expect } from 'chai';
import {
  CLOSED_FOLDERS,
  COMPOSITION_FILE,
  COMPOSITION_FOLDER,
  EXCEPTIONS,
  LAYERS,
  MAY_IMPORT,
  OTHER_ENGINES,
  PACKAGE_FENCE,
  TYPE_CYCLES,
  WITHOUT_NODE,
} from './import-rules.ts';
import { codeOf, packageOf, SOURCE_FILES, type SourceFile, targetOf } from './source-files.ts';

const isRoot = (file: SourceFile) => file.folder === COMPOSITION_FOLDER || file.path.endsWith(`/${COMPOSITION_FILE}`);
const isException = (file: SourceFile, imports: string) => EXCEPTIONS.some((e) => e.file === file.path && e.imports === imports);

describe('imports', () => {
  it('stay inside the table of folders when a file imports a module of this project', () => {
    const wrong: string[] = [];
    for (const file of SOURCE_FILES.filter((f) => !isRoot(f))) {
      for (const imported of file.imports) {
        const folder = targetOf(file, imported)?.split('/')[0];
        if (folder === undefined || folder === file.folder || MAY_IMPORT[file.folder]?.includes(folder) === true) continue;
        if (!isException(file, folder)) wrong.push(`src/${file.path} imports ${folder} (${imported})`);
      }
    }
    expect(
      wrong,
      `${wrong.join('\n')}\nPass the value in from main.ts, or move the code to the folder that may have it.`,
    ).to.deep.equal([]);
  });

  it('point downward when a file imports a module of the same layered folder', () => {
    const wrong: string[] = [];
    for (const file of SOURCE_FILES.filter((f) => !isRoot(f))) {
      const layers = LAYERS[file.folder];
      if (layers === undefined) continue;
      const own = layerOf(file.path, layers);
      for (const imported of file.runtimeImports) {
        const target = targetOf(file, imported);
        if (target?.startsWith(`${file.folder}/`) === true && layerOf(target, layers) > own)
          wrong.push(`src/${file.path} imports ${imported}`);
      }
    }
    expect(wrong, `${wrong.join('\n')}\nMove what both need into the lower folder.`).to.deep.equal([]);
  });

  it('leave closed folders to their users when a file is added', () => {
    const wrong: string[] = [];
    for (const [folder, users] of Object.entries(CLOSED_FOLDERS)) {
      expect(
        SOURCE_FILES.some(({ path }) => path.startsWith(folder)),
        folder,
      ).to.equal(true);
      for (const file of SOURCE_FILES.filter(({ path }) => ![folder, ...users].some((user) => path.startsWith(user))))
        for (const imported of file.imports)
          if (targetOf(file, imported)?.startsWith(folder)) wrong.push(`src/${file.path} imports ${imported}`);
    }
    expect(wrong, 'Add what you need to a file that all users may import.').to.deep.equal([]);
  });

  it('leave the names of other engines to the dialects when the parser reads another element', () => {
    const core = SOURCE_FILES.filter(({ path }) => path.startsWith('bpmn/') && !path.startsWith('bpmn/dialects/'));
    const named = core.filter(({ text }) => OTHER_ENGINES.test(codeOf(text)));
    expect(
      named.map(({ path }) => path),
      'Read it in bpmn/dialects, behind a member of FileDialect or a function of element-parts.ts.',
    ).to.deep.equal([]);
  });

  it('know the layer of every folder when a folder is added inside one that is in layers', () => {
    const unknown = SOURCE_FILES.map(({ path }) => path.split('/')).filter(
      ([folder = '', inner = '', ...rest]) => rest.length > 0 && LAYERS[folder]?.includes(inner) === false,
    );
    expect(
      unknown.map((parts) => parts.join('/')),
      'Give the folder its place in LAYERS of test/arch/import-rules.ts.',
    ).to.deep.equal([]);
  });

  it('stay inside the fence when a file imports a package', () => {
    const wrong: string[] = [];
    for (const file of SOURCE_FILES) {
      for (const name of new Set(file.imports.map(packageOf))) {
        if (name === undefined || isException(file, name)) continue;
        const isAllowed =
          name === 'node:*' ? !WITHOUT_NODE.includes(file.folder) : PACKAGE_FENCE[name]?.includes(file.folder) === true;
        if (!isAllowed) wrong.push(`src/${file.path} imports ${name}`);
      }
    }
    expect(
      wrong,
      `${wrong.join('\n')}\nUse the folder that wraps the package; a new package gets a row in test/arch/import-rules.ts.`,
    ).to.deep.equal([]);
  });

  it('keep FEEL a library when a file of it imports, or imports it', () => {
    const library = 'expressions/feel/';
    const wrong: string[] = [];
    for (const file of SOURCE_FILES) {
      const isInside = file.path.startsWith(library);
      for (const imported of file.imports) {
        const target = targetOf(file, imported);
        if (target === undefined || target === `${library}index.ts`) continue;
        if (target.startsWith(library) !== isInside) wrong.push(`src/${file.path} imports ${imported}`);
      }
    }
    expect(
      wrong,
      `${wrong.join('\n')}\nImport expressions/feel/index.ts; the library imports only itself and packages.`,
    ).to.deep.equal([]);
  });

  it('name every folder in the table when a folder is added', () => {
    const folders = new Set(SOURCE_FILES.filter((file) => file.path.includes('/')).map((file) => file.folder));
    const unknown = [...folders].filter((folder) => folder !== COMPOSITION_FOLDER && MAY_IMPORT[folder] === undefined);
    expect(unknown, 'Give the folder a row in test/arch/import-rules.ts and in the table of the house.').to.deep.equal([]);
  });

  it('have no exception that is no longer needed', () => {
    const needless = EXCEPTIONS.filter(({ file, imports }) => {
      const source = SOURCE_FILES.find((f) => f.path === file);
      return source?.imports.some((i) => packageOf(i) === imports || targetOf(source, i)?.split('/')[0] === imports) !== true;
    });
    expect(
      needless.map((e) => e.file),
      'Remove the row from test/arch/import-rules.ts.',
    ).to.deep.equal([]);
  });

  it('point at files that exist and make no cycle', () => {
    const graph = new Map(SOURCE_FILES.map((file) => [file.path, file.runtimeImports.flatMap((i) => targetOf(file, i) ?? [])]));
    for (const [path, targets] of graph) {
      for (const target of targets)
        if (/\.m?tsx?$/.test(target))
          expect(graph.has(target), `src/${path} imports src/${target}; write the file or repair the path`).to.equal(true);
    }
    const cycle = cycleIn(graph);
    expect(cycle?.join(' -> '), 'Move what both need into a third file.').to.equal(undefined);
  });

  it('make no cycle of types, apart from the listed files', () => {
    const files = SOURCE_FILES.filter(({ path }) => !TYPE_CYCLES.some((listed) => path.startsWith(listed)));
    const known = new Set(files.map(({ path }) => path));
    // a module that loads another one on demand may share its types
    const isStatic = (file: SourceFile, imported: string) => file.text.includes(`from '${imported}'`);
    const graph = new Map(
      files.map((file) => {
        const targets = file.imports.flatMap((i) => (isStatic(file, i) ? (targetOf(file, i) ?? []) : []));
        return [file.path, targets.filter((path) => known.has(path))];
      }),
    );
    expect(cycleIn(graph) ?? [], 'Move the shared types into the lower file.').to.deep.equal([]);
  });
});

/** Rank of the folder of a file among those of its first folder; files next to them have the lowest. */
function layerOf(path: string, layers: readonly string[]): number {
  return layers.indexOf(path.split('/')[1] ?? '');
}

/** A cycle of a graph as a path that comes back to its start; undefined when none exists. */
function cycleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  for (const start of graph.keys()) {
    const path: string[] = [];
    const visits: { node: string; next: number }[] = [{ node: start, next: 0 }];
    while (visits.length > 0) {
      const visit = visits.at(-1) as { node: string; next: number };
      if (visit.next === 0) path.push(visit.node);
      const target = done.has(visit.node) ? undefined : graph.get(visit.node)?.[visit.next];
      visit.next += 1;
      if (target === undefined) {
        done.add(visit.node);
        path.pop();
        visits.pop();
      } else if (path.includes(target)) return [...path.slice(path.indexOf(target)), target];
      else if (!done.has(target)) visits.push({ node: target, next: 0 });
    }
  }
  return undefined;
}
