import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { PAGES } from '../../../src/ui/server/app.ts';
import { dataRoutes } from '../../../src/ui/server/data-routes.ts';
import type { UiPorts } from '../../../src/ui/server/ports.ts';
import { LIMITED_VIEWS, VIEW_NEEDS } from '../../../src/ui/server/rights.ts';
import { rowsUnder } from '../../support/page-tables.ts';
import { matrixOf } from '../../support/sign-in/role-matrix.ts';

const PAGE = readFileSync(new URL('../../../docs/contributing/spec/roles.md', import.meta.url), 'utf8');
/** The internals of a router that list its routes. */
interface Layer {
  readonly name: string;
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** Every route of a router and of those inside it, as the table names them. */
function routesOf(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ route, handle }) => {
    if (route === undefined) return routesOf(handle.stack ?? []);
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`);
  });
}

describe('the rights that views and pages need', () => {
  const nothing: UiPorts['service'] = (_request, _response, next) => next();
  const routes = dataRoutes({ service: nothing, hasRules: true } as unknown as UiPorts) as unknown as { stack: Layer[] };
  // the first router asks for the rights: its routes are made of the table
  const own = routesOf(routes.stack.slice(1));

  it('are declared for every route below /ui/api, and for no other', () => {
    const hint =
      'Say in src/ui/server/rights.ts which right the view needs (docs/contributing/spec/roles.md#rights says what each is for), ' +
      'and add the row to docs/contributing/spec/roles.md#views. Until then it is for admins alone.';
    expect(own.length).to.be.greaterThan(10);
    expect(Object.keys(VIEW_NEEDS).sort(), hint).to.deep.equal(own.sort());
  });

  it('are cell by cell in the page when a table changes', () => {
    const views = Object.entries(VIEW_NEEDS).map(([name, need]) => ({ name, need, keepsKeys: LIMITED_VIEWS.has(name) }));
    expect(rowsUnder(PAGE, '## Views'), 'Change docs/contributing/spec/roles.md#views.').to.deep.equal(matrixOf(views));
    const pages = PAGES.map(({ path: name, need, isForAllKeys }) => ({ name, need, keepsKeys: isForAllKeys !== true }));
    expect(rowsUnder(PAGE, '## Pages'), 'Change docs/contributing/spec/roles.md#pages.').to.deep.equal(matrixOf(pages));
  });
});
